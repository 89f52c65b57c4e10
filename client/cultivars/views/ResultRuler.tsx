/**
 * All results along one line of days from Yabukita. On a narrow screen the line runs down the page, on a wide one across
 * it, with upright names; both are one list of links.
 */
import type { Harvest, IndexEntry } from "../../contracts/cultivar.ts";
import { comparedHarvest, standard } from "../search/harvest.ts";
import type { Language } from "../../contracts/language.ts";
import { usePage } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import { harvestText } from "../catalogue/HarvestLine.tsx";
import { positionOf, RulerAxis, type RulerShape } from "./RulerAxis.tsx";
import { axisOf, placeNames } from "./rulerPlaces.ts";

interface Dated extends IndexEntry {
  readonly harvest: Harvest;
}

interface Day {
  readonly days: number;
  readonly entries: readonly Dated[];
}

/** Days are whole, or half ones in the middle of a range. */
const step = 0.5;

/**
 * Returns every half day from the first to the last of the results and the reference, each with its
 * records, if any.
 */
export function daysOf(found: readonly IndexEntry[], basis: Harvest["basis"]): readonly Day[] {
  const dated = found.flatMap((entry) => {
    const harvest = comparedHarvest(entry, basis);
    return harvest ? [{ ...entry, harvest }] : [];
  });
  if (dated.length === 0) return [];
  const days = dated.map(({ harvest }) => harvest.days);
  const [first, last] = [Math.min(0, ...days), Math.max(0, ...days)];
  return Array.from({ length: (last - first) / step + 1 }, (_, at) => ({
    days: first + at * step,
    entries: dated.filter(({ harvest }) => harvest.days === first + at * step),
  }));
}

/** Writes days before or after Yabukita, such as "3 days earlier" for -3; Yabukita's name for 0. */
function dayText(days: number, t: ReturnType<typeof usePage>["t"]): string {
  if (days === 0) return t("cultivars.harvest.yabukita");
  const key = days < 0 ? "earlier" : "later";
  return t(`cultivars.harvest.${key}`, { count: Math.abs(days) });
}

/** Room for an upright letter, in em: full width in Japanese, lying in English. */
const letterRoom = { ja: 1.1, en: 0.6 } as const;

/**
 * Returns what wide screens draw the ruler from: the axis, the place of each name, and the room in
 * em for the longest name.
 */
export function layOutRuler(days: readonly Day[], language: Language): RulerShape {
  // The reference chooses first, so that its name stands at its zero.
  const entries = days
    .flatMap((day) => day.entries)
    .sort((a, b) => Number(b.id === standard) - Number(a.id === standard));
  const placed = entries.map(({ harvest }) => harvest.days);
  const axis = axisOf(placed);
  const places = placeNames(placed, axis);
  const names = entries.flatMap(({ id, harvest }, at) => {
    const place = places[at];
    return place === undefined ? [] : [{ id, harvest, place }];
  });
  const longest = Math.max(...entries.map((entry) => nameOf(entry, language).length));
  return { axis, nameEm: longest * letterRoom[language], names };
}

/** Returns the name of a record in a language. */
function nameOf({ nameJa, nameEn }: IndexEntry, language: Language): string {
  return language === "ja" ? nameJa : nameEn;
}

interface NameProps {
  readonly entry: Dated;
  readonly shape: RulerShape;
}

/** Renders a record's name in the list; wide screens place it along the axis. */
function Name({ entry, shape }: NameProps) {
  const { language, t } = usePage();
  const { id, harvest } = entry;
  const place = shape.names.find((name) => name.id === id)?.place;
  return (
    <li style={place && positionOf(place, shape)} data-side={place?.side}>
      <PageLink to="cultivar" params={{ id }}>
        {nameOf(entry, language)}
      </PageLink>
      {harvest.from !== harvest.to && (
        <small> {harvestText({ harvest, isStandard: false, t })}</small>
      )}
    </li>
  );
}

interface ResultRulerProps {
  readonly found: readonly IndexEntry[];
  readonly basis: Harvest["basis"];
}

/**
 * Renders the found records as one list by days from Yabukita, down the page; wide screens place
 * its names along an axis.
 */
export function ResultRuler({ found, basis }: ResultRulerProps) {
  const { language, t } = usePage();
  const days = daysOf(found, basis);
  const shown = days.reduce((sum, { entries }) => sum + entries.length, 0);
  const lead = t(`resultViews.ruler.${basis}`, { count: shown, all: found.length });
  if (shown === 0) return <p>{lead}</p>;
  const shape = layOutRuler(days, language);
  return (
    <>
      <p>{lead}</p>
      <div className="ruler">
        <RulerAxis
          shape={shape}
          zero={t("cultivars.harvest.yabukita")}
          withUnit={(days) => t("resultViews.ruler.days", { days })}
        />
        <ol className="result-ruler">
          {days.map(({ days: day, entries }) => (
            <li key={day} data-empty={entries.length === 0 && day !== 0 ? true : undefined}>
              <span className="result-day">{dayText(day, t)}</span>
              {entries.length > 0 && (
                <ul>
                  {entries.map((entry) => (
                    <Name key={entry.id} entry={entry} shape={shape} />
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ol>
      </div>
    </>
  );
}
