/** Status of a plant variety right on a day. */
import { describe, expect, test } from "vitest";
import type { RightDates } from "../../../../client/contracts/observations.ts";
import {
  rightStatusOf,
  termEndOf,
} from "../../../../client/cultivars/catalogue/evidence/rightStatus.ts";

const none: RightDates = { status: "granted", granted: null, termYears: null, ended: null };
const term18 = { ...none, granted: "1995-08-17", termYears: 18 };

describe("status of a right", () => {
  test.each<[string, Partial<RightDates>, string, string]>([
    ["without a register entry", { status: "none-found" }, "2026-11-23", "noneFound"],
    ["of which nothing is known", { status: "unknown" }, "2026-11-23", "unknown"],
    ["applied for", { status: "announced" }, "2026-11-23", "pending"],
    ["without a grant date", { termYears: 30 }, "2026-11-23", "unknown"],
    ["without a term", { granted: "1995-08-17" }, "2026-11-23", "unknown"],
    ["on the day of the grant", term18, "1995-08-17", "presumedInForce"],
    ["on the last day of the term", term18, "2013-08-17", "presumedInForce"],
    ["on the day after the term", term18, "2013-08-18", "expired"],
    [
      "on the day before the recorded end",
      { ...term18, ended: "2013-08-18" },
      "2013-08-17",
      "inForce",
    ],
    [
      "on the recorded end, after the term",
      { ...term18, ended: "2013-08-18" },
      "2013-08-18",
      "expired",
    ],
    ["ended early", { ...term18, ended: "2005-03-19" }, "2005-03-19", "lapsedEarly"],
    ["to end early", { ...term18, ended: "2005-03-19" }, "2005-03-18", "inForce"],
    [
      "ended on the last day of the term",
      { ...term18, ended: "2013-08-17" },
      "2026-11-23",
      "expired",
    ],
    ["ended in a year", { ...term18, ended: "1998" }, "2026-11-23", "lapsedEarly"],
    ["ended in the year of its term", { ...term18, ended: "2013" }, "2026-11-23", "expired"],
    ["ended without a known term", { granted: "1995", ended: "2000" }, "2026-11-23", "expired"],
    ["in the last month", { granted: "2001-08", termYears: 25 }, "2026-08-31", "presumedInForce"],
    ["after the last month", { granted: "2001-08", termYears: 25 }, "2026-09-01", "expired"],
    ["in the last year", { granted: "2006", termYears: 30 }, "2036-12-31", "presumedInForce"],
    ["after the last year", { granted: "2006", termYears: 30 }, "2037-01-01", "expired"],
    [
      "of a leap day, on its last day",
      { granted: "2004-02-29", termYears: 25 },
      "2029-02-28",
      "presumedInForce",
    ],
    [
      "of a leap day, the day after",
      { granted: "2004-02-29", termYears: 25 },
      "2029-03-01",
      "expired",
    ],
  ])("%s", (_, dates, today, status) => {
    expect(rightStatusOf({ ...none, ...dates }, today)).toBe(status);
  });

  test("needs a whole day", () => {
    expect(() => rightStatusOf(term18, "2026-11")).toThrow(RangeError);
  });
});

test.each([
  ["1995-08-17", 18, "2013-08-17"],
  ["2001-08", 25, "2026-08"],
  ["2006", 30, "2036"],
  ["2004-02-29", 25, "2029-02-28"],
  ["2004-02-29", 28, "2032-02-29"],
])("a term from %s of %i years ends with %s", (granted, termYears, end) => {
  expect(termEndOf({ ...none, granted, termYears })).toBe(end);
});
