/** Positions of the calendar's days, from 1 March to 30 June. */

/** Days from 1 March to the first of each month of the season. */
const monthStarts: Readonly<Record<string, number>> = { "03": 0, "04": 31, "05": 61, "06": 92 };
const seasonDays = 122;

/**
 * Returns the number of days from 1 March to a day such as 04-18; null for days outside of March to
 * June and for null.
 */
export function dayOf(date: string | null): number | null {
  const [month = "", day] = (date ?? "").split("-");
  const start = monthStarts[month];
  return start === undefined ? null : start + Number(day) - 1;
}

/** Returns the horizontal position of a day since 1 March, as a percentage of the drawing. */
export function at(day: number): string {
  return `${Math.round((day / seasonDays) * 1000) / 10}%`;
}

export const months = Object.entries(monthStarts)
  .map(([month, start]) => ({ month: Number(month), start }))
  .toSorted((a, b) => a.start - b.start);

const dayMs = 86_400_000;
const yearLetters = 4;

/** Returns month and day, such as 11-24, of a day such as 2026-11-24. */
export function monthAndDay(day: string): string {
  return day.slice(yearLetters + 1);
}

/** Returns the number of days from a day such as 2026-11-24 to the next 1 March. */
export function daysUntilSeason(today: string): number {
  const year = Number(today.slice(0, yearLetters));
  const isOver = monthAndDay(today) >= "03-01";
  const start = Date.UTC(isOver ? year + 1 : year, 2, 1);
  return (start - Date.parse(today)) / dayMs;
}

/** An axis of days from Yabukita, between whole ticks. */
export interface DayAxis {
  readonly first: number;
  readonly last: number;
}

const tickDays = 5;

/** Returns an axis of whole ticks that includes all days and 0, Yabukita's day. */
export function axisOf(days: readonly number[]): DayAxis {
  return {
    first: Math.floor(Math.min(-1, ...days) / tickDays) * tickDays,
    last: Math.ceil(Math.max(1, ...days) / tickDays) * tickDays,
  };
}

/** Returns the days at which the axis has ticks. */
export function ticksOf({ first, last }: DayAxis): readonly number[] {
  return Array.from(
    { length: (last - first) / tickDays + 1 },
    (_, place) => first + place * tickDays,
  );
}

/** Returns the horizontal position of a day from Yabukita, as a percentage of the axis. */
export function shareOf(days: number, { first, last }: DayAxis): string {
  return `${Math.round(((days - first) / (last - first)) * 1000) / 10}%`;
}
