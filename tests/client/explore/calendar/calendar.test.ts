/** The calendar: groups by place and years from south to north, and pickings that are compared. */
import { describe, expect, test } from "vitest";
import { calendarOf } from "../../../../client/cultivars/catalogue/overview/calendar.ts";
import { calendarTable } from "../../../../client/cultivars/catalogue/overview/calendarTable.ts";
import { at, dayOf } from "../../../../client/explore/calendar/season.ts";
import { meetingsOf } from "../../../../client/explore/calendar/Together.tsx";
import { say } from "../../words.ts";

const words = { language: "en", t: say.en } as const;
const calendar = calendarOf(words);

function groupOf(site: string, years: string) {
  return calendar.groups.find((group) => group.site === site && group.years === years);
}

describe("calendar", () => {
  test("has what was observed together, with Yabukita's dates of the same trial", () => {
    const seasons = groupOf("Makurazaki, Kagoshima", "multi-year average (1979-1989)")?.seasons;

    expect(
      seasons?.map(({ id, bud, pluck, budDays, pluckDays }) => [
        id,
        bud,
        pluck,
        budDays,
        pluckDays,
      ]),
    ).toEqual([
      ["saemidori", "03-19", "04-18", -4, -4],
      ["yabukita", "03-23", "04-22", 0, 0],
    ]);
    expect(seasons?.every(({ notes }) => notes.length > 0)).toBe(true);
  });

  test("goes from south to north", () => {
    const order = ["Kagoshima", "Kyoto", "Shizuoka", "Saitama"].map((place) =>
      calendar.groups.findIndex(({ site }) => site.endsWith(place)),
    );

    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(order).not.toContain(-1);
  });

  test("counts records with a date and records with days from Yabukita", () => {
    const seasons = calendar.groups.flatMap((group) => group.seasons);
    const dated = seasons.filter(({ bud, pluck }) => bud ?? pluck).map(({ id }) => id);

    expect(calendar.dated).toBe(new Set(dated).size);
    expect(calendar.compared).toBeGreaterThan(calendar.dated);
    expect(calendar.cultivars.map(({ id }) => id)).toContain("kirari-31");
  });

  test("has a file with a row for each season", () => {
    const rows = calendarTable(calendar, words);

    expect(rows).toHaveLength(1 + calendar.groups.flatMap((group) => group.seasons).length);
    expect(new Set(rows.map((row) => row.length))).toEqual(new Set([8]));
  });
});

describe("pickings of chosen cultivars", () => {
  test("are compared at the same place in the same years, the earliest first", () => {
    const meetings = meetingsOf(calendar.groups, ["saemidori", "yabukita"]);
    const first = meetings.find(({ site }) => site === "Makurazaki, Kagoshima");

    expect(first?.pickings.map(({ name }) => name)).toEqual(["Saemidori", "Yabukita"]);
    expect((first?.pickings[1]?.day ?? 0) - (first?.pickings[0]?.day ?? 0)).toBe(4);
  });

  test("are none where one of them was not recorded", () => {
    expect(meetingsOf(calendar.groups, ["saemidori", "shoju"])).toEqual([]);
  });
});

test("days of the drawing count from 1 March", () => {
  expect(["03-01", "04-18", "06-30", "07-01", null].map(dayOf)).toEqual([0, 48, 121, null, null]);
  expect(at(61)).toBe("50%");
});
