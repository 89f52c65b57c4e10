/** The status of a plant variety right on one day, from its dates. */
import type { RightDates } from "../../../contracts/observations.ts";

export type RightStatus =
  | "inForce"
  | "presumedInForce"
  | "expired"
  | "lapsedEarly"
  | "pending"
  | "noneFound"
  | "unknown";

const yearLetters = 4;
const dayLetters = 10;

/**
 * Returns the end of a right's term, as exact as the day of the grant (a day, month or year); null
 * if grant or term is unknown.
 */
export function termEndOf({ granted, termYears }: RightDates): string | null {
  if (granted === null || termYears === null) return null;
  const year = Number(granted.slice(0, yearLetters)) + termYears;
  const rest = granted.slice(yearLetters);
  // Without a leap day the term ends with February.
  const isLeap = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
  return year + (rest === "-02-29" && !isLeap ? "-02-28" : rest);
}

/**
 * Compares two dates as far as both are exact: negative when the first is earlier, 0 when they may
 * be the same.
 */
function compareDates(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  const [first, second] = [a.slice(0, most), b.slice(0, most)];
  if (first === second) return 0;
  return first < second ? -1 : 1;
}

/**
 * Returns the status of a right that ended on `ended`: lapsed early if that is before the end of
 * its term, else expired.
 */
function endedStatus(ended: string, termEnd: string | null): RightStatus {
  return termEnd !== null && compareDates(ended, termEnd) < 0 ? "lapsedEarly" : "expired";
}

/**
 * Returns the status of a right on `today`, a day in Japan such as 2026-11-23; throws a RangeError
 * for a shorter or longer date. A term that ends in a month or year without a known day runs to the
 * end of it.
 */
export function rightStatusOf(right: RightDates, today: string): RightStatus {
  if (today.length !== dayLetters) throw new RangeError(`"${today}" is not a day`);
  const { status, granted, ended } = right;
  if (status === "none-found") return "noneFound";
  if (status === "announced") return "pending";
  if (status === "unknown" || granted === null) return "unknown";
  const termEnd = termEndOf(right);
  if (ended !== null)
    return compareDates(ended, today) <= 0 ? endedStatus(ended, termEnd) : "inForce";
  if (termEnd === null) return "unknown";
  return compareDates(termEnd, today) < 0 ? "expired" : "presumedInForce";
}

/**
 * Returns whether a right with this status is over, so that the limits recorded with it have no
 * effect.
 */
export function isOver(status: RightStatus): boolean {
  return status === "expired" || status === "lapsedEarly";
}
