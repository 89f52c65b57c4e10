/** Solar terms against the list that the National Astronomical Observatory of Japan published for 2008. */
import { describe, expect, test } from "vitest";
import {
  dayNumberInJapan,
  nextEightyEighthNight,
  type SolarTerm,
  startOfTerm,
  termOn,
} from "../../../client/home/solarTerms.ts";

/** Start of each term in Japan, 2008: month, day, hour, minute (暦要項, 平成20年). */
const published: readonly (readonly [SolarTerm, number, number, number, number])[] = [
  ["shokan", 1, 6, 8, 25],
  ["daikan", 1, 21, 1, 44],
  ["risshun", 2, 4, 20, 0],
  ["usui", 2, 19, 15, 50],
  ["keichitsu", 3, 5, 13, 59],
  ["shunbun", 3, 20, 14, 48],
  ["seimei", 4, 4, 18, 46],
  ["kokuu", 4, 20, 1, 51],
  ["shoman", 5, 21, 1, 1],
  ["boshu", 6, 5, 16, 12],
  ["geshi", 6, 21, 8, 59],
  ["shosho", 7, 7, 2, 27],
  ["taisho", 7, 22, 19, 55],
  ["risshu", 8, 7, 12, 16],
  ["hakuro", 9, 7, 15, 14],
  ["shubun", 9, 23, 0, 45],
  ["kanro", 10, 8, 6, 57],
  ["soko", 10, 23, 10, 9],
  ["ritto", 11, 7, 10, 11],
  ["shosetsu", 11, 22, 7, 44],
  ["taisetsu", 12, 7, 3, 2],
  ["toji", 12, 21, 21, 4],
];

const dayOf = (text: string) => dayNumberInJapan(Date.parse(`${text}T12:00+09:00`));

describe("solar terms", () => {
  test.each(published)("%s of 2008 begins within 20 minutes of the published time", (...line) => {
    const [term, month, day, hour, minute] = line;
    const wanted = Date.UTC(2008, month - 1, day, hour - 9, minute);

    const found = startOfTerm(term, Date.UTC(2008, month - 1, day - 10));

    expect(Math.abs(found - wanted) / 60_000).toBeLessThan(20);
  });

  test.each([
    ["2026-03-19", "keichitsu"],
    ["2026-03-20", "shunbun"],
    ["2026-09-22", "hakuro"],
    ["2026-09-23", "shubun"],
    ["2012-09-22", "shubun"],
  ])("%s is in %s", (day, term) => {
    expect(termOn(dayOf(day)).term).toBe(term);
  });

  test("of a day has its first day and the next term", () => {
    const { since, next, nextSince } = termOn(dayOf("2008-04-10"));

    expect([since, next, nextSince]).toEqual([dayOf("2008-04-04"), "kokuu", dayOf("2008-04-20")]);
  });

  test("follow each other without gaps for forty years", () => {
    const last = dayOf("2040-01-01");
    let day = dayOf("2000-01-10");
    while (day < last) {
      const { next, nextSince } = termOn(day);

      expect(nextSince - day).toBeLessThan(17);
      expect(termOn(nextSince)).toMatchObject({ term: next, since: nextSince });
      day = nextSince;
    }
  });
});

describe("the 88th night", () => {
  test.each([
    ["2008-01-01", "2008-05-01"],
    ["2008-05-01", "2008-05-01"],
    ["2018-03-03", "2018-05-02"],
    ["2025-04-30", "2025-05-01"],
    ["2026-11-23", "2027-05-02"],
  ])("after %s is on %s", (day, night) => {
    expect(nextEightyEighthNight(dayOf(day))).toBe(dayOf(night));
  });
});
