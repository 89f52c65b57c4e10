/** Bud break and picking as two series; each row is one trial or report. */
import type { ObservationsView, TimingView } from "../../contracts/observations.ts";
import { dayOfYearText } from "../../language/partialDates.ts";
import { usePage } from "../../page/PageContext.ts";
import { Mark, notesUsed, Section } from "./Section.tsx";

const events = ["bud", "pluck"] as const;

interface SeriesProps {
  readonly event: TimingView["event"];
  readonly rows: readonly TimingView[];
  readonly used: readonly number[];
}

/** Returns a function that writes days from Yabukita, such as "3 days earlier"; empty for null. */
function useDaysText(): (days: number | null) => string {
  const { t } = usePage();
  return (days) => {
    if (days === null) return "";
    if (days === 0) return t("cultivars.harvest.same");
    const key = days < 0 ? "earlier" : "later";
    return t(`cultivars.harvest.${key}`, { count: Math.abs(days) });
  };
}

/** Renders place and years of an observation, with the mark of its source. */
function Place({ row, used }: { readonly row: TimingView; readonly used: readonly number[] }) {
  const { language, t } = usePage();
  const comma = language === "ja" ? "、" : ", ";
  const site = row.site ?? t("observations.timing.noSite");
  return (
    <th scope="row">
      {row.years ? site + comma + row.years : site}
      <Mark of="timing" used={used} note={row.note} />
      {row.remark && <small>{row.remark}</small>}
    </th>
  );
}

/** Renders the table of the dates of one event; columns without values are left out. */
function Series({ event, rows, used }: SeriesProps) {
  const { language, t } = usePage();
  const daysText = useDaysText();
  /** Writes a date such as "04-12" in the page's language; null for null. */
  const dateText = (date: string | null) => date && dayOfYearText(date, language);
  const hasDate = rows.some(({ date }) => date !== null);
  const hasYabukita = rows.some(({ yabukitaDate }) => yabukitaDate !== null);
  const hasDays = rows.some(({ offsetDays }) => offsetDays !== null);
  return (
    <div className="observations-scroll">
      <table>
        <caption>{t(`observations.timing.${event}`)}</caption>
        <thead>
          <tr>
            <th scope="col">{t("observations.timing.site")}</th>
            {hasDate && <th scope="col">{t("observations.timing.date")}</th>}
            {hasYabukita && <th scope="col">{t("observations.timing.yabukita")}</th>}
            {hasDays && <th scope="col">{t("observations.timing.days")}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two trials may have equal rows.
            <tr key={place}>
              <Place row={row} used={used} />
              {hasDate && <td>{dateText(row.date)}</td>}
              {hasYabukita && <td>{dateText(row.yabukitaDate)}</td>}
              {hasDays && <td>{daysText(row.offsetDays)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Renders the section of bud break and picking; nothing without any date. */
export function Timing({ view }: { readonly view: ObservationsView }) {
  const { t } = usePage();
  const { timing, notes, coverage } = view;
  if (timing.length === 0) return null;
  const series = events.map((event) => ({
    event,
    rows: timing.filter((row) => row.event === event),
  }));
  const used = notesUsed(series.flatMap(({ rows }) => rows));
  const { timing: count, records } = coverage;
  return (
    <Section
      of="timing"
      title={t("observations.timing.title")}
      coverage={t("observations.coverage.timing", { count, records })}
      used={used}
      notes={notes}
    >
      <p className="cultivar-note">{t("observations.timing.lead")}</p>
      {series.map(
        ({ event, rows }) =>
          rows.length > 0 && <Series key={event} event={event} rows={rows} used={used} />,
      )}
    </Section>
  );
}
