/** The calendar: bud break and picking by place, and days from Yabukita where no dates are known. */
import type { Calendar, SeasonGroup } from "../../contracts/overview/calendar.ts";
import { pathFor } from "../../language/paths.ts";
import { useQuery } from "../../page/address.ts";
import { usePage, usePageData } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import { FileLink } from "../overview/ChartFigure.tsx";
import { Overview } from "../overview/Overview.tsx";
import { Dates } from "./Dates.tsx";
import { Days } from "./Days.tsx";
import { averages, keepSeasons, ofYear, yearsOf } from "./places.ts";
import { Together } from "./Together.tsx";
import "./Calendar.css";

interface ChoiceProps {
  readonly cultivars: Calendar["cultivars"];
  readonly chosen: readonly string[];
  /** The chosen year, or empty. */
  readonly year: string;
}

interface YearsProps extends Omit<ChoiceProps, "cultivars"> {
  readonly groups: readonly SeasonGroup[];
}

/** Returns the query of chosen cultivars and a year; empty without a choice. */
function queryOf(chosen: readonly string[], year: string): string {
  const fields = [chosen.length > 0 && `ids=${chosen.join(",")}`, year && `year=${year}`];
  const query = fields.filter(Boolean).join("&");
  return query && `?${query}`;
}

/** Renders links to the years of the shown groups; each keeps the chosen cultivars. */
function Years({ groups, chosen, year }: YearsProps) {
  const { t } = usePage();
  return (
    <nav className="calendar-years" aria-label={t("calendar.years.label")}>
      <ul>
        {["", ...yearsOf(groups)].map((one) => (
          <li key={one}>
            <PageLink
              to="calendar"
              suffix={queryOf(chosen, one)}
              current={one === year}
              {...(one !== "" && { rel: "nofollow" })}
            >
              {one === "" && t("calendar.years.all")}
              {one === averages ? t("calendar.years.averages") : one}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Renders a form with all cultivars to choose from; the choice is in the address. */
function Choice({ cultivars, chosen, year }: ChoiceProps) {
  const { language, t } = usePage();
  return (
    <details className="calendar-choice" open={chosen.length > 0}>
      <summary>{t("calendar.choice.open")}</summary>
      <form action={pathFor("calendar", language)}>
        <fieldset>
          <legend className="visually-hidden">{t("calendar.choice.open")}</legend>
          {cultivars.map(({ id, name }) => (
            <label key={id}>
              <input type="checkbox" name="ids" value={id} defaultChecked={chosen.includes(id)} />
              {name}
            </label>
          ))}
        </fieldset>
        {year !== "" && <input type="hidden" name="year" value={year} />}
        <p>
          <button type="submit" className="button">
            {t("calendar.choice.show")}
          </button>{" "}
          {chosen.length > 0 && <PageLink to="calendar">{t("calendar.choice.all")}</PageLink>}
        </p>
      </form>
    </details>
  );
}

/**
 * Renders dates of bud break and picking by place, and days from Yabukita, of all cultivars or the
 * chosen ones; a notice names an id of the address without either.
 */
export default function CalendarPart() {
  const { t } = usePage();
  const { meta, cultivars, groups, dated, compared, records } = usePageData("calendar");
  const query = useQuery();
  const requested = query
    .getAll("ids")
    .flatMap((ids) => ids.split(","))
    .map((id) => id.trim());
  const chosen = cultivars.map(({ id }) => id).filter((id) => requested.includes(id));
  const unknown = new Set(requested.filter((id) => id !== "" && !chosen.includes(id)));
  const shown = keepSeasons(groups, ({ id }) => chosen.length === 0 || chosen.includes(id));
  const dates = keepSeasons(shown, ({ bud, pluck }) => bud !== null || pluck !== null);
  const year = yearsOf(groups).find((one) => one === query.get("year")) ?? "";
  const withDates = year === "" ? dates : ofYear(dates, year);
  const withDays = keepSeasons(
    shown,
    ({ id, budDays, pluckDays }) => id !== "yabukita" && (budDays !== null || pluckDays !== null),
  );
  return (
    <Overview
      title={meta.title}
      short={t("app.footer.calendar")}
      lead={t("calendar.lead", { dated, compared, records })}
    >
      {[...unknown].map((name) => (
        <p key={name} role="status">
          {t("calendar.choice.unknown", { name })}
        </p>
      ))}
      <Choice cultivars={cultivars} chosen={chosen} year={year} />
      {chosen.length > 1 && <Together groups={shown} chosen={chosen} />}
      <section aria-labelledby="dates">
        <h2 id="dates">{t("calendar.dates.title")}</h2>
        <p>{t("calendar.dates.lead")}</p>
        <Years groups={dates} chosen={chosen} year={year} />
        {withDates.length > 0 ? <Dates groups={withDates} /> : <p>{t("calendar.dates.none")}</p>}
        <p className="overview-more">
          <FileLink id="calendar" title={t("calendar.dates.title")} />
        </p>
      </section>
      <section aria-labelledby="days">
        <h2 id="days">{t("calendar.days.title")}</h2>
        <p>{t("calendar.days.lead")}</p>
        {withDays.length > 0 ? <Days groups={withDays} /> : <p>{t("calendar.days.none")}</p>}
        <p className="calendar-lines">
          {(["bud", "pluck"] as const).map((view) => (
            <PageLink key={view} to="cultivars" suffix={`?view=${view}`} rel="nofollow">
              {t(`calendar.days.${view}Line`)}
            </PageLink>
          ))}
        </p>
      </section>
    </Overview>
  );
}
