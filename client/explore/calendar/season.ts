/** Positions of the calendar's days, from 1 March to 30 June. */

/** Days of the year before each month from March on, of a year without a leap day. */
const monthStarts: Readonly<Record<string, number>> = { "03": 0, "04": 31, "05": 61, "06": 92 };
const seasonDays = 122;

/** Returns the days since 1 March of a day such as 04-18; null outside of the season. */
export function dayOf(date: string | null): number | null {
  const [month = "", day] = (date ?? "").split("-");
  const start = monthStarts[month];
  return start === undefined ? null : start + Number(day) - 1;
}

/** Returns the share of the drawing's width. */
export function at(day: number): string {
  return `${Math.round((day / seasonDays) * 1000) / 10}%`;
}

export const months = Object.entries(monthStarts)
  .map(([month, start]) => ({ month: Number(month), start }))
  .toSorted((a, b) => a.start - b.start);
