/** One axis of days from Yabukita with several records; the row above says the same in words. */
import type { ComparedRecord, CultivarView, Harvest } from "../../contracts/cultivar.ts";
import { comparedHarvest, standard } from "../search/harvest.ts";
import { usePage } from "../../page/PageContext.ts";
import { axisPosition, HarvestMark, harvestText } from "../catalogue/HarvestLine.tsx";
import type { Basis } from "./rows.ts";

interface Mark {
  readonly cultivar: CultivarView;
  readonly harvest: Harvest;
  /**
   * Whether the label stands left of its line, where a label at its right would leave the drawing.
   */
  readonly isLeft: boolean;
  readonly lane: number;
}

const laneHeight = 22;
// From this day on a label would leave the drawing at its right.
const leftFrom = 1;

/**
 * Returns the marks of the records with days of this event, and of Yabukita, the reference of both
 * events, each with a lane (row) for its label, 0 at the top. Of labels at the right of their lines
 * the earliest is the highest, of the others the latest: a line then ends below the labels that it
 * would cross.
 */
export function marksOf(records: readonly ComparedRecord[], basis: Basis): readonly Mark[] {
  const known = records
    .flatMap(({ cultivar }) => {
      const harvest = comparedHarvest(cultivar, basis);
      return harvest ? [{ cultivar, harvest }] : [];
    })
    .sort((a, b) => a.harvest.days - b.harvest.days);
  const right = known.filter(({ harvest }) => harvest.days < leftFrom);
  const left = known.filter(({ harvest }) => harvest.days >= leftFrom).reverse();
  return [...left, ...right].map((mark, lane) => ({
    ...mark,
    lane,
    isLeft: mark.harvest.days >= leftFrom,
  }));
}

interface SharedRulerProps {
  readonly records: readonly ComparedRecord[];
  readonly basis: Basis;
}

/**
 * Renders the days from Yabukita of all records on one axis; the label of each has a lane of its
 * own.
 */
export function SharedRuler({ records, basis }: SharedRulerProps) {
  const { language, t } = usePage();
  const marks = marksOf(records, basis);
  const axis = marks.length * laneHeight + 8;
  return (
    <svg
      className="comparison-ruler"
      width="100%"
      height={axis + 30}
      role="img"
      aria-label={t(`comparison.ruler.${basis}`)}
    >
      <line className="harvest-line-axis" x1="0" x2="100%" y1={axis} y2={axis} />
      <line className="harvest-line-mark" x1="50%" x2="50%" y1={axis - 8} y2={axis + 8} />
      <text className="harvest-line-name" x="50%" y={axis + 24}>
        {t(`cultivars.harvest.axis.${basis}`)}
      </text>
      {marks.map(({ cultivar: { id, nameJa, nameEn }, harvest, lane, isLeft }) => {
        const x = axisPosition(harvest.days);
        const y = lane * laneHeight + 14;
        const isStandard = id === standard;
        return (
          <g key={id}>
            {harvest.from !== harvest.to && (
              <line
                className="harvest-line-range"
                x1={axisPosition(harvest.from)}
                x2={axisPosition(harvest.to)}
                y1={axis}
                y2={axis}
              />
            )}
            <line className="comparison-leader" x1={x} x2={x} y1={y - 10} y2={axis} />
            <HarvestMark harvest={harvest} y={axis} />
            <text x={x} y={y} dx={isLeft ? -6 : 6} textAnchor={isLeft ? "end" : "start"}>
              <tspan className="comparison-ruler-name">{language === "ja" ? nameJa : nameEn}</tspan>{" "}
              {harvestText({ harvest, isStandard, t })}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
