/** Bud break and picking on the calendar: for each place its cultivars, with the dates in words. */
import type { SeasonGroup } from "../../contracts/overview/calendar.ts";
import { dayOfYearText } from "../../language/partialDates.ts";
import { usePage } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import { Phrases } from "../../page/text/Phrases.tsx";
import { EventTexts } from "./EventTexts.tsx";
import { DatesKey, Head, SeasonMarks } from "./SeasonMarks.tsx";
import { Sheets } from "./Sheets.tsx";
import { type DatedSeason, type PlaceRow, placesOf } from "./places.ts";
import { Support } from "./Support.tsx";
import { TodayText } from "./Today.tsx";

const events = ["bud", "pluck"] as const;

type Dates = Pick<DatedSeason, "bud" | "pluck">;

/** Renders the dates of seasons: for each event one date, or the first and the last. */
function DatesTexts({ seasons }: { readonly seasons: readonly Dates[] }) {
  const { language, t } = usePage();
  const texts = events.flatMap((event) => {
    const dates = seasons.flatMap((season) => season[event] ?? []).sort();
    const [first = "", last = ""] = [dates[0], dates.at(-1)];
    if (dates.length === 0) return [];
    const date = dayOfYearText(first, language);
    if (first === last) return [t(`calendar.dates.${event}`, { date })];
    return [t(`calendar.dates.${event}Span`, { date, last: dayOfYearText(last, language) })];
  });
  return <EventTexts texts={texts} />;
}

interface RowProps {
  readonly row: PlaceRow;
  readonly site: string;
}

/**
 * Renders the sources of a row; of several seasons each has its years and dates. Screen readers
 * hear of which cultivar and place they are.
 */
function Sources({ row: { name, seasons }, site }: RowProps) {
  const { t } = usePage();
  const [only] = seasons;
  if (only === undefined) return null;
  const subject = <span className="visually-hidden">{t("calendar.dates.of", { name, site })}</span>;
  if (seasons.length === 1) {
    return (
      <details className="calendar-source">
        <summary>
          {t("calendar.dates.sources", { count: only.notes.length })}
          {subject}
        </summary>
        <Support seasons={seasons} />
      </details>
    );
  }
  return (
    <details className="calendar-source">
      <summary>
        {t("calendar.dates.each", { count: seasons.length })}
        {subject}
      </summary>
      <dl>
        {seasons.map((season) => (
          <div key={season.years}>
            <dt>
              {season.years} <DatesTexts seasons={[season]} />
            </dt>
            <dd>
              <Support seasons={[season]} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** Renders a cultivar's dates at a place, in words and as marks. */
function Row({ row, site }: RowProps) {
  const { id, name, seasons } = row;
  const [only] = seasons;
  return (
    <li>
      <p className="calendar-said">
        <PageLink to="cultivar" params={{ id }}>
          {name}
        </PageLink>{" "}
        <DatesTexts seasons={seasons} /> {seasons.length === 1 && <small>{only?.years}</small>}
      </p>
      <SeasonMarks seasons={seasons} />
      <Sources row={row} site={site} />
    </li>
  );
}

/** Renders the dates of all groups by place. */
export function Dates({ groups }: { readonly groups: readonly SeasonGroup[] }) {
  return (
    <>
      <TodayText />
      <DatesKey />
      <Sheets head={<Head />}>
        {placesOf(groups).map(({ site, rows }) => (
          <section key={site} className="calendar-place">
            <h3>
              <Phrases text={site} />
            </h3>
            <ul>
              {rows.map((row) => (
                <Row key={row.id} row={row} site={site} />
              ))}
            </ul>
          </section>
        ))}
      </Sheets>
    </>
  );
}
