/**
 * All results along one line of days from Yabukita. The line runs down the page, so that names never collide at any width
 * or size of text, and remain links.
 */
import type { Harvest, IndexEntry } from "../../contracts/cultivar.ts";
import { usePage } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import { harvestText } from "../catalogue/HarvestLine.tsx";

const standard = "yabukita";

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
 * Lists every half day from the first to the last of the results and the reference, also those
 * without a result.
 */
export function daysOf(found: readonly IndexEntry[], basis: Harvest["basis"]): readonly Day[] {
  const dated = found.flatMap((entry) => {
    const { id, harvest } = entry;
    const isOf = harvest !== null && (id === standard || harvest.basis === basis);
    return isOf ? [{ ...entry, harvest }] : [];
  });
  if (dated.length === 0) return [];
  const days = dated.map(({ harvest }) => harvest.days);
  const [first, last] = [Math.min(0, ...days), Math.max(0, ...days)];
  return Array.from({ length: (last - first) / step + 1 }, (_, at) => ({
    days: first + at * step,
    entries: dated.filter(({ harvest }) => harvest.days === first + at * step),
  }));
}

function dayText(days: number, t: ReturnType<typeof usePage>["t"]): string {
  if (days === 0) return t("cultivars.harvest.yabukita");
  const key = days < 0 ? "earlier" : "later";
  return t(`cultivars.harvest.${key}`, { count: Math.abs(days) });
}

interface ResultRulerProps {
  readonly found: readonly IndexEntry[];
  readonly basis: Harvest["basis"];
}

export function ResultRuler({ found, basis }: ResultRulerProps) {
  const { language, t } = usePage();
  const days = daysOf(found, basis);
  const shown = days.reduce((sum, { entries }) => sum + entries.length, 0);
  const lead = t(`resultViews.ruler.${basis}`, { count: shown, all: found.length });
  if (shown === 0) return <p>{lead}</p>;
  return (
    <>
      <p>{lead}</p>
      <ol className="result-ruler">
        {days.map(({ days: day, entries }) => (
          <li key={day} data-empty={entries.length === 0 && day !== 0 ? true : undefined}>
            <span className="result-day">{dayText(day, t)}</span>
            {entries.length > 0 && (
              <ul>
                {entries.map(({ id, nameJa, nameEn, harvest }) => (
                  <li key={id}>
                    <PageLink to="cultivar" params={{ id }}>
                      {language === "ja" ? nameJa : nameEn}
                    </PageLink>
                    {harvest.from !== harvest.to && (
                      <small> {harvestText({ harvest, isStandard: false, t })}</small>
                    )}
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}
