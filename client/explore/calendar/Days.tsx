/** Days from Yabukita at each place, drawn on one axis and said in words. */
import type { Season, SeasonGroup } from "../../contracts/overview/calendar.ts";
import { usePage } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import { Phrases } from "../../page/text/Phrases.tsx";
import { EventTexts } from "./EventTexts.tsx";
import { MarkKey } from "./MarkKey.tsx";
import { Sheets } from "./Sheets.tsx";
import { ownedBy, Support } from "./Support.tsx";
import { axisOf, type DayAxis, shareOf, ticksOf } from "./season.ts";
import { useDaysText } from "./useDaysText.ts";

const height = 20;
const middle = height / 2;
const budRadius = 6;
/** Within the ring of a bud break on the same day. */
const pluckRadius = 3.5;
const minus = "\u2212";

interface AxisProps {
  readonly axis: DayAxis;
}

/** Renders a line at each tick of the axis; that at Yabukita is the strongest. */
function Ticks({ axis }: AxisProps) {
  return ticksOf(axis).map((days) => (
    <line
      key={days}
      className={days === 0 ? "calendar-zero" : "calendar-month"}
      x1={shareOf(days, axis)}
      x2={shareOf(days, axis)}
      y1="0"
      y2="100%"
    />
  ));
}

/** Renders the days at the ticks, above all drawings. */
function Head({ axis }: AxisProps) {
  const { t } = usePage();
  return (
    <svg className="calendar-head calendar-axis" aria-hidden="true">
      {ticksOf(axis).map((days) => (
        <text key={days} x={shareOf(days, axis)} y="15">
          {days === 0
            ? t("cultivars.harvest.yabukita")
            : `${days < 0 ? minus : "+"}${Math.abs(days)}`}
        </text>
      ))}
    </svg>
  );
}

/** Renders a ring for bud break and a dot for picking, with lines from Yabukita's day. */
function Marks({ season: { budDays, pluckDays }, axis }: AxisProps & { readonly season: Season }) {
  /** Returns the horizontal position of a day from Yabukita. */
  const at = (days: number) => shareOf(days, axis);
  return (
    <svg className="calendar-row calendar-axis" aria-hidden="true" style={{ height }}>
      <Ticks axis={axis} />
      {[budDays, pluckDays].map(
        (days, place) =>
          days !== null && (
            <line
              key={place === 0 ? "bud" : "pluck"}
              className="calendar-lead"
              x1={at(0)}
              x2={at(days)}
              y1={middle}
              y2={middle}
            />
          ),
      )}
      {budDays !== null && (
        <circle className="calendar-bud" cx={at(budDays)} cy={middle} r={budRadius} />
      )}
      {pluckDays !== null && (
        <circle className="calendar-pluck" cx={at(pluckDays)} cy={middle} r={pluckRadius} />
      )}
    </svg>
  );
}

/** Renders one cultivar: its days in words, and as marks. */
function Row({ season, axis }: AxisProps & { readonly season: Season }) {
  const { t } = usePage();
  const daysText = useDaysText();
  const { id, name, budDays, pluckDays } = season;
  const texts = [
    budDays === null ? "" : t("calendar.days.bud", { days: daysText(budDays) }),
    pluckDays === null ? "" : t("calendar.days.pluck", { days: daysText(pluckDays) }),
  ].filter(Boolean);
  return (
    <li>
      <p className="calendar-said">
        <PageLink to="cultivar" params={{ id }}>
          {name}
        </PageLink>{" "}
        <EventTexts texts={texts} />
      </p>
      <Marks season={season} axis={axis} />
    </li>
  );
}

/**
 * Renders the remarks and sources of a group in a closed disclosure; screen readers hear of which
 * place and years they are.
 */
function RemarksAndSources({ group: { site, years, seasons } }: { readonly group: SeasonGroup }) {
  const { t } = usePage();
  const { length: count } = ownedBy(seasons, ({ notes }) => notes);
  return (
    <details className="calendar-source">
      <summary>
        {t("calendar.dates.sources", { count })}
        <span className="visually-hidden">{t("calendar.days.of", { site, years })}</span>
      </summary>
      <Support seasons={seasons} />
    </details>
  );
}

interface DaysProps {
  /** Without Yabukita, which is the axis. */
  readonly groups: readonly SeasonGroup[];
}

/** Renders the groups of cultivars that were compared with Yabukita, on one axis of days. */
export function Days({ groups }: DaysProps) {
  const { t } = usePage();
  const days = groups.flatMap(({ seasons }) =>
    seasons.flatMap(({ budDays, pluckDays }) => [budDays ?? 0, pluckDays ?? 0]),
  );
  const axis = axisOf(days);
  return (
    <>
      <MarkKey
        marks={[
          ["calendar-bud", budRadius, t("cultivars.harvest.bud")],
          ["calendar-pluck", pluckRadius, t("cultivars.harvest.pluck")],
        ]}
      />
      <Sheets head={<Head axis={axis} />}>
        {groups.map((group) => (
          <section key={`${group.site} ${group.years}`} className="calendar-place">
            <h3>
              <Phrases text={group.site} /> <small>{group.years}</small>
            </h3>
            <ul>
              {group.seasons.map((season) => (
                <Row key={season.id} season={season} axis={axis} />
              ))}
            </ul>
            <RemarksAndSources group={group} />
          </section>
        ))}
      </Sheets>
    </>
  );
}
