/** Bud break and picking on the calendar: for each place its cultivars, with the dates in words. */
import type { Season, SeasonGroup } from "../../contracts/overview/calendar.ts";
import { Note } from "../../cultivars/catalogue/evidence/Note.tsx";
import { monthNames } from "../../language/dates.ts";
import { dayOfYearText } from "../../language/partialDates.ts";
import { MixedText } from "../../page/MixedText.tsx";
import { usePage } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import { at, dayOf, months } from "./season.ts";

function Months() {
  return months
    .slice(1)
    .map(({ month, start }) => (
      <line key={month} className="calendar-month" x1={at(start)} x2={at(start)} y1="0" y2="100%" />
    ));
}

/** The names of the months above all drawings. */
function Head() {
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

/** A bar from bud break to picking, or the one mark that is known; the words above say the same. */
function Drawing({ season: { bud, pluck } }: { readonly season: Season }) {
  const [from, to] = [dayOf(bud), dayOf(pluck)];
  return (
    <svg className="calendar-row" aria-hidden="true">
      <Months />
      {from !== null && to !== null && (
        <line className="calendar-bar" x1={at(from)} x2={at(to)} y1="10" y2="10" />
      )}
      {from !== null && <circle className="calendar-bud" cx={at(from)} cy="10" r="5" />}
      {to !== null && <circle className="calendar-pluck" cx={at(to)} cy="10" r="6" />}
    </svg>
  );
}

/** One cultivar at one place: its dates in words and as a drawing, and their sources. */
function Entry({ season }: { readonly season: Season }) {
  const { language, t } = usePage();
  const { id, name, bud, pluck, remarks, notes } = season;
  const said = [
    bud && t("calendar.dates.bud", { date: dayOfYearText(bud, language) }),
    pluck && t("calendar.dates.pluck", { date: dayOfYearText(pluck, language) }),
  ].filter(Boolean);
  return (
    <li>
      <p className="calendar-said">
        <PageLink to="cultivar" params={{ id }}>
          {name}
        </PageLink>{" "}
        {said.join(language === "ja" ? "、" : ", ")}
      </p>
      <Drawing season={season} />
      <details className="calendar-source">
        <summary>{t("calendar.dates.sources", { count: notes.length })}</summary>
        <ul>
          {remarks.map((remark) => (
            <li key={remark}>
              <MixedText text={remark} />
            </li>
          ))}
          {notes.map((note) => (
            <li key={JSON.stringify(note)}>
              <Note note={note} />
            </li>
          ))}
        </ul>
      </details>
    </li>
  );
}

export function Dates({ groups }: { readonly groups: readonly SeasonGroup[] }) {
  const { t } = usePage();
  return (
    <>
      <p className="calendar-key">
        <svg aria-hidden="true">
          <circle className="calendar-bud" cx="8" cy="10" r="5" />
        </svg>
        {t("cultivars.harvest.bud")}
        <svg aria-hidden="true">
          <circle className="calendar-pluck" cx="8" cy="10" r="6" />
        </svg>
        {t("cultivars.harvest.pluck")}
      </p>
      <Head />
      {groups.map(({ site, years, seasons }) => (
        <section key={`${site} ${years}`} className="calendar-place">
          <h3>
            {site} <small>{years}</small>
          </h3>
          <ul>
            {seasons.map((season) => (
              <Entry key={season.id} season={season} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
