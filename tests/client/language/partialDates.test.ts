/** Dates whose day or month may be unknown. */
import { expect, test } from "vitest";
import {
  dayInJapan,
  dayOfYearText,
  partialDateText,
} from "../../../client/language/partialDates.ts";

test.each([
  ["2009-11-20", "November 20, 2009", "2009年11月20日"],
  ["2001-08", "August 2001", "2001年8月"],
  ["2006", "2006", "2006年"],
])("%s", (date, en, ja) => {
  expect(partialDateText(date, "en")).toBe(en);
  expect(partialDateText(date, "ja")).toBe(ja);
});

test("date without a year is a month and a day", () => {
  expect(dayOfYearText("04-08", "en")).toBe("Apr\u00a08");
  expect(dayOfYearText("04-08", "ja")).toBe("4月8日");
});

test.each([
  ["2026-11-22T14:59:59Z", "2026-11-22"],
  ["2026-11-22T15:00:00Z", "2026-11-23"],
])("%s is %s in Japan", (instant, day) => {
  expect(dayInJapan(instant)).toBe(day);
});
