/** How long ago something was, in the steps that people speak of; from a week on its date says more. */

export type Age =
  | { readonly unit: "now" }
  | { readonly unit: "minutes" | "hours" | "days"; readonly count: number }
  | { readonly unit: "date" };

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const daysMost = 7;

/** What lies ahead, by a clock that is slow, is now. */
export function ageOf(instant: string, now: number): Age {
  const ms = now - Date.parse(instant);
  if (ms < minuteMs) return { unit: "now" };
  if (ms < hourMs) return { unit: "minutes", count: Math.floor(ms / minuteMs) };
  if (ms < dayMs) return { unit: "hours", count: Math.floor(ms / hourMs) };
  if (ms < daysMost * dayMs) return { unit: "days", count: Math.floor(ms / dayMs) };
  return { unit: "date" };
}
