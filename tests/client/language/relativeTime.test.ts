/** Relative times: minutes, hours, days, then the date. */
import { expect, test } from "vitest";
import { ageOf } from "../../../client/language/relativeTime.ts";

const now = Date.parse("2026-11-21T04:00:00Z");
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

test.each([
  [-day, { unit: "now" }],
  [0, { unit: "now" }],
  [minute - 1, { unit: "now" }],
  [minute, { unit: "minutes", count: 1 }],
  [hour - 1, { unit: "minutes", count: 59 }],
  [hour, { unit: "hours", count: 1 }],
  [day - 1, { unit: "hours", count: 23 }],
  [day, { unit: "days", count: 1 }],
  [7 * day - 1, { unit: "days", count: 6 }],
  [7 * day, { unit: "date" }],
  [900 * day, { unit: "date" }],
])("age of %i ms is %j", (ms, age) => {
  expect(ageOf(new Date(now - ms).toISOString(), now)).toEqual(age);
});
