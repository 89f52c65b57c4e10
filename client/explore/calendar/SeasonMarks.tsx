/** The lines and marks of one row of the calendar; the words of the row say the same. */
import { monthNames } from "../../language/dates.ts";
import { usePage } from "../../page/PageContext.ts";
import { MarkKey } from "./MarkKey.tsx";
import { type DatedSeason, type MarkOfDay, stacked } from "./places.ts";
import { at, dayOf, months } from "./season.ts";
import { TodayLine } from "./Today.tsx";

const ground = 10;
const laneHeight = 8;
const averageRadius = 5.5;
const yearRadius = 3.5;

/** Renders the lines between the months, and the line of today. */
function Months() {
  return (
    <>
      {months.slice(1).map(({ month, start }) => (
        <line
          key={month}
          className="calendar-month"
          x1={at(start)}
          x2={at(start)}
          y1="0"
          y2="100%"
        />
      ))}
      <TodayLine />
    </>
  );
}

/** Renders the names of the months above all drawings. */
export function Head() {
  const { language } = usePage();
  return (
    <svg className="calendar-head" aria-hidden="true">
      <Months />
      {months.map(({ month, start }) => (
        <text key={month} x={at(start)} dx="4" y="15">
          {language === "ja" ? `${month}月` : monthNames[month - 1]}
        </text>
      ))}
    </svg>
  );
}

interface MarksProps {
  readonly marks: readonly MarkOfDay[];
  readonly className: string;
  /** Vertical place of the lowest marks, in px from the top. */
  readonly base: number;
}

/**
 * Renders a mark for each date; averages are larger, and marks that would cover each other stand
 * above one another.
 */
function Marks({ marks, className, base }: MarksProps) {
  return marks.map(({ day, isAverage, lane }) => (
    <circle
      key={`${day} ${lane}`}
      className={className}
      cx={at(day)}
      cy={base - lane * laneHeight}
      r={isAverage ? averageRadius : yearRadius}
    />
  ));
}

/**
 * Renders the marks of all seasons of a row, and for each season a bar from bud break to picking.
 */
export function SeasonMarks({ seasons }: { readonly seasons: readonly DatedSeason[] }) {
  const [buds, plucks] = [stacked(seasons, "bud"), stacked(seasons, "pluck")];
  const lanes = Math.max(...[...buds, ...plucks].map(({ lane }) => lane), 0);
  const base = ground + lanes * laneHeight;
  const height = base + ground;
  const bars = seasons.flatMap(({ years, bud, pluck }) => {
    const [from, to] = [dayOf(bud), dayOf(pluck)];
    return from === null || to === null ? [] : [{ years, from, to }];
  });
  return (
    <svg className="calendar-row" aria-hidden="true" style={{ height }}>
      <Months />
      {bars.map(({ years, from, to }) => (
        <line key={years} className="calendar-bar" x1={at(from)} x2={at(to)} y1={base} y2={base} />
      ))}
      <Marks marks={buds} className="calendar-bud" base={base} />
      <Marks marks={plucks} className="calendar-pluck" base={base} />
    </svg>
  );
}

/** Renders the legend of the marks of dates. */
export function DatesKey() {
  const { t } = usePage();
  return (
    <MarkKey
      marks={[
        ["calendar-bud", averageRadius, t("cultivars.harvest.bud")],
        ["calendar-pluck", averageRadius, t("cultivars.harvest.pluck")],
        ["calendar-pluck", yearRadius, t("calendar.dates.small")],
      ]}
    />
  );
}
