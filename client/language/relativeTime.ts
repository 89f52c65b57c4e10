/** The age of an instant in minutes, hours or days; from a week on its date is shown. */

export type Age =
  | { readonly unit: "now" }
  | { readonly unit: "minutes" | "hours" | "days"; readonly count: number }
  | { readonly unit: "date" };

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const daysMost = 7;

/**
 * Returns the age of an instant at the time `now`, in milliseconds. An instant in the future counts
 * as now, because the browser's clock may be slow.
 */
export function ageOf(instant: string, now: number): Age {
  const ms = now - Date.parse(instant);
  if (ms < minuteMs) return { unit: "now" };
  if (ms < hourMs) return { unit: "minutes", count: Math.floor(ms / minuteMs) };
  if (ms < dayMs) return { unit: "hours", count: Math.floor(ms / hourMs) };
  if (ms < daysMost * dayMs) return { unit: "days", count: Math.floor(ms / dayMs) };
  return { unit: "date" };
}
