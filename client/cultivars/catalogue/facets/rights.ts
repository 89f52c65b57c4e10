/** The status of a plant variety right with the day of its next change. */
import rightTable from "../../../../shared/catalogue/rights.json" with { type: "json" };
import type { RightDates } from "../../../contracts/observations.ts";
import { type RightStatus, rightStatusOf, termEndOf } from "../evidence/rightStatus.ts";

const firstDay = "0001-01-01";
const lastDay = "9999-12-31";

// The host's strict reader validates the file; the compiler would infer plain strings for its literals.
const rights: Readonly<Record<string, RightDates>> = JSON.parse(JSON.stringify(rightTable));

/** Returns the next date of the same exactness: the day, month or year after this one. */
function dateAfter(date: string): string {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  const parts = date.split("-").length;
  const after = [
    Date.UTC(year + 1, 0, 1),
    Date.UTC(year, month, 1),
    Date.UTC(year, month - 1, day + 1),
  ][parts - 1];
  return new Date(after ?? Number.NaN).toISOString().slice(0, date.length);
}

/**
 * Writes a right's status and its next change as text: "status", or "status date status" with the
 * date on which the second status begins.
 */
export function rightTimeline(right: RightDates): string {
  const before: RightStatus = rightStatusOf(right, firstDay);
  const after = rightStatusOf(right, lastDay);
  const termEnd = termEndOf(right);
  const change = right.ended ?? (termEnd && dateAfter(termEnd));
  return before === after || change === null ? after : `${before} ${change} ${after}`;
}

/**
 * Returns the timeline of a record's right, as `rightTimeline` writes it; empty for a record
 * without data on rights.
 */
export function rightTimelineOf(id: string): string {
  const right = rights[id];
  return right === undefined ? "" : rightTimeline(right);
}
