/** Where the chosen cultivars are picked: together, or how many days apart. */
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

function pickingsOf(seasons: readonly Season[], dayIn: (season: Season) => number | null) {
  return seasons
    .flatMap((season) => {
      const day = dayIn(season);
      return day === null ? [] : [{ name: season.name, day }];
    })
    .toSorted((a, b) => a.day - b.day);
}

/**
 * Lists the places and years in which the picking of two or more chosen cultivars is known; dates
 * come before days.
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

interface TogetherProps {
  readonly groups: readonly SeasonGroup[];
  readonly chosen: readonly string[];
}

export function Together({ groups, chosen }: TogetherProps) {
  const { language, t } = usePage();
  const meetings = meetingsOf(groups, chosen);
  const comma = language === "ja" ? "、" : ", ";
  const said = ({ pickings }: Meeting) => {
    const [first] = pickings;
    return pickings.map(({ name, day }) => {
      const count = Math.round((day - (first?.day ?? 0)) * 10) / 10;
      if (name === first?.name) return t("calendar.together.first", { name });
      return count === 0
        ? t("calendar.together.same", { name })
        : t("calendar.together.later", { name, count });
    });
  };
  return (
    <section aria-labelledby="together">
      <h2 id="together">{t("calendar.together.title")}</h2>
      {meetings.length === 0 && <p>{t("calendar.together.none")}</p>}
      <ul className="calendar-together">
        {meetings.map((meeting) => (
          <li key={`${meeting.site} ${meeting.years}`}>
            <b>{meeting.site}</b> <small>{meeting.years}</small>
            <br />
            {said(meeting).join(comma)}
          </li>
        ))}
      </ul>
    </section>
  );
}
