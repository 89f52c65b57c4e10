/** Where today stands in the months of the calendar. */
import { dayInJapan, dayOfYearText } from "../../language/partialDates.ts";
import { usePage } from "../../page/PageContext.ts";
import { at, dayOf, daysUntilSeason, monthAndDay } from "./season.ts";

/** Renders the line of today in a drawing; nothing outside of its months. */
export function TodayLine() {
  const { now } = usePage();
  const day = dayOf(monthAndDay(dayInJapan(now)));
  if (day === null) return null;
  return <line className="calendar-today" x1={at(day)} x2={at(day)} y1="0" y2="100%" />;
}

/** Renders what the line of today marks, or in how many days the months of the drawing begin. */
export function TodayText() {
  const { language, now, t } = usePage();
  const today = dayInJapan(now);
  const date = dayOfYearText(monthAndDay(today), language);
  if (dayOf(monthAndDay(today)) === null) {
    return <p>{t("calendar.today.outside", { date, count: daysUntilSeason(today) })}</p>;
  }
  return (
    <p className="calendar-key">
      <span>
        <svg aria-hidden="true">
          <line className="calendar-today" x1="8" x2="8" y1="0" y2="20" />
        </svg>
        {t("calendar.today.inside", { date })}
      </span>
    </p>
  );
}
