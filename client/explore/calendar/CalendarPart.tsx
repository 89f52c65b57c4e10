/** The calendar: bud break and picking by place, and days from Yabukita where no dates are known. */
import type { Calendar, Season, SeasonGroup } from "../../contracts/overview/calendar.ts";
import { pathFor } from "../../language/paths.ts";
import { useQuery } from "../../page/address.ts";
import { usePage, usePageData } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import { FileLink } from "../overview/ChartFigure.tsx";
import { Overview } from "../overview/Overview.tsx";
import { Dates } from "./Dates.tsx";
import { DaysTable } from "./DaysTable.tsx";
import { Together } from "./Together.tsx";
import "./Calendar.css";

/** Returns the groups with the seasons that a rule keeps; groups without any are left out. */
function kept(
  groups: readonly SeasonGroup[],
  isKept: (season: Season) => boolean,
): readonly SeasonGroup[] {
  return groups
    .map((group) => ({ ...group, seasons: group.seasons.filter(isKept) }))
    .filter(({ seasons }) => seasons.length > 0);
}

interface ChoiceProps {
  readonly cultivars: Calendar["cultivars"];
  readonly chosen: readonly string[];
}

function Choice({ cultivars, chosen }: ChoiceProps) {
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

export default function CalendarPart() {
  const { t } = usePage();
  const { meta, cultivars, groups, dated, compared, records } = usePageData("calendar");
  const asked = useQuery()
    .getAll("ids")
    .flatMap((ids) => ids.split(","));
  const chosen = cultivars.map(({ id }) => id).filter((id) => asked.includes(id));
  const shown = kept(groups, ({ id }) => chosen.length === 0 || chosen.includes(id));
  const withDates = kept(shown, ({ bud, pluck }) => bud !== null || pluck !== null);
  const withDays = kept(
    shown,
    ({ id, budDays, pluckDays }) => id !== "yabukita" && (budDays !== null || pluckDays !== null),
  );
  return (
    <Overview
      title={meta.title}
      short={t("app.footer.calendar")}
      lead={t("calendar.lead", { dated, compared, records })}
    >
      <Choice cultivars={cultivars} chosen={chosen} />
      {chosen.length > 1 && <Together groups={shown} chosen={chosen} />}
      <section aria-labelledby="dates">
        <h2 id="dates">{t("calendar.dates.title")}</h2>
        <p>{t("calendar.dates.lead")}</p>
        {withDates.length > 0 ? <Dates groups={withDates} /> : <p>{t("calendar.dates.none")}</p>}
        <p className="overview-more">
          <FileLink id="calendar" title={t("calendar.dates.title")} />
        </p>
      </section>
      <section aria-labelledby="days">
        <h2 id="days">{t("calendar.days.title")}</h2>
        <p>{t("calendar.days.lead")}</p>
        {withDays.length > 0 ? <DaysTable groups={withDays} /> : <p>{t("calendar.days.none")}</p>}
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
