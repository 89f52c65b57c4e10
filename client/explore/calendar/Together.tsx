/** Where the chosen cultivars are picked: together, or how many days apart, on one axis for all places. */
import type { Season, SeasonGroup } from "../../contracts/overview/calendar.ts";
import { usePage } from "../../page/PageContext.ts";
import { dayOf } from "./season.ts";

interface Picking {
  readonly name: string;
  /** On the scale of its place: days since 1 March, or days from Yabukita. */
  readonly day: number;
}

interface Meeting {
  readonly site: string;
  readonly years: string;
  /** From the earliest to the latest. */
  readonly pickings: readonly Picking[];
}

/** Returns names and days of the seasons that have a day, the earliest first. */
function pickingsOf(seasons: readonly Season[], dayIn: (season: Season) => number | null) {
  return seasons
    .flatMap((season) => {
      const day = dayIn(season);
      return day === null ? [] : [{ name: season.name, day }];
    })
    .toSorted((a, b) => a.day - b.day);
}

/**
 * Returns the places and years in which the picking of at least two chosen cultivars is known. Each
 * has days of one scale: dates, or days from Yabukita where more cultivars have these.
 */
export function meetingsOf(
  groups: readonly SeasonGroup[],
  chosen: readonly string[],
): readonly Meeting[] {
  return groups.flatMap(({ site, years, seasons }) => {
    const among = seasons.filter(({ id }) => chosen.includes(id));
    const byDate = pickingsOf(among, ({ pluck }) => dayOf(pluck));
    const byDays = pickingsOf(among, ({ id, pluckDays }) => (id === "yabukita" ? 0 : pluckDays));
    const pickings = byDate.length >= byDays.length ? byDate : byDays;
    return pickings.length < 2 ? [] : [{ site, years, pickings }];
  });
}

/**
 * Returns the days between the first picking and this one, without the rounding errors of floating
 * numbers.
 */
function daysSince(first: Picking | undefined, { day }: Picking): number {
  return Math.round((day - (first?.day ?? 0)) * 10) / 10;
}

const tickDays = 5;
const lineHeight = 26;
const middle = 13;

/**
 * Returns the last day of the axis that all places share, counted from the first picking of each: a
 * multiple of 5, at least 10.
 */
export function axisEnd(meetings: readonly Meeting[]): number {
  const spans = meetings.flatMap(({ pickings }) =>
    pickings.map((picking) => daysSince(pickings[0], picking)),
  );
  return Math.max(Math.ceil(Math.max(...spans, 1) / tickDays) * tickDays, 2 * tickDays);
}

interface AxisProps {
  readonly end: number;
}

/** Returns the horizontal position of a day on an axis from 0 to `end`, as a percentage. */
const at = (days: number, end: number) => `${Math.round((days / end) * 1000) / 10}%`;

/** Renders vertical lines every 5 days, from 0 to `end`. */
function Ticks({ end }: AxisProps) {
  const ticks = Array.from({ length: end / tickDays + 1 }, (_, place) => place * tickDays);
  return ticks.map((days) => (
    <line
      key={days}
      className="calendar-month"
      x1={at(days, end)}
      x2={at(days, end)}
      y1="0"
      y2="100%"
    />
  ));
}

/**
 * Renders a row for each cultivar with a mark on its day, counted from the earliest one; the band
 * behind them is the time from the first to the last.
 */
function Drawing({ meeting: { pickings }, end }: AxisProps & { readonly meeting: Meeting }) {
  const { t } = usePage();
  const [first] = pickings;
  const last = daysSince(first, pickings.at(-1) ?? { name: "", day: 0 });
  return (
    <div className="calendar-meeting" aria-hidden="true">
      <ul>
        {pickings.map(({ name }) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      <svg aria-hidden="true" style={{ height: pickings.length * lineHeight }}>
        <Ticks end={end} />
        <rect className="calendar-span" x="0" y="0" width={at(last, end)} height="100%" />
        {pickings.map((picking, place) => {
          const days = daysSince(first, picking);
          const y = place * lineHeight + middle;
          return (
            <g key={picking.name}>
              <circle className="calendar-pluck" cx={at(days, end)} cy={y} r="5.5" />
              <text
                x={at(days, end)}
                y={y}
                dx={days > end / 2 ? -10 : 10}
                textAnchor={days > end / 2 ? "end" : "start"}
              >
                {days > 0 ? t("calendar.together.after", { count: days }) : ""}
              </text>
            </g>
          );
        })}
      </svg>
    </div>
  );
}

/** Writes how many days after the first cultivar each other one is picked. */
function DaysSentence({ pickings }: Pick<Meeting, "pickings">) {
  const { language, t } = usePage();
  const [first] = pickings;
  return pickings
    .map((picking) => {
      const { name } = picking;
      const count = daysSince(first, picking);
      if (name === first?.name) return t("calendar.together.first", { name });
      return count === 0
        ? t("calendar.together.same", { name })
        : t("calendar.together.later", { name, count });
    })
    .join(language === "ja" ? "、" : ", ");
}

interface TogetherProps {
  readonly groups: readonly SeasonGroup[];
  readonly chosen: readonly string[];
}

/**
 * Renders the picking days of the chosen cultivars at each place where at least two of them were
 * observed.
 */
export function Together({ groups, chosen }: TogetherProps) {
  const { t } = usePage();
  const meetings = meetingsOf(groups, chosen);
  const end = axisEnd(meetings);
  return (
    <section aria-labelledby="together">
      <h2 id="together">{t("calendar.together.title")}</h2>
      <p>{t(`calendar.together.${meetings.length === 0 ? "none" : "lead"}`, { count: end })}</p>
      <ul className="calendar-together">
        {meetings.map((meeting) => (
          <li key={`${meeting.site} ${meeting.years}`}>
            <b>{meeting.site}</b> <small>{meeting.years}</small>
            <br />
            <DaysSentence pickings={meeting.pickings} />
            <Drawing meeting={meeting} end={end} />
          </li>
        ))}
      </ul>
    </section>
  );
}
