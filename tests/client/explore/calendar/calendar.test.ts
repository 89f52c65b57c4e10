/** Calendar: groups by place and years, from south to north, and comparison of pickings. */
import { describe, expect, test } from "vitest";
import { calendarOf } from "../../../../client/cultivars/catalogue/overview/calendar.ts";
import { calendarTable } from "../../../../client/cultivars/catalogue/overview/calendarTable.ts";
import {
  averages,
  ofYear,
  placesOf,
  stacked,
  yearsOf,
} from "../../../../client/explore/calendar/places.ts";
import { at, dayOf } from "../../../../client/explore/calendar/season.ts";
import { axisEnd, meetingsOf } from "../../../../client/explore/calendar/Together.tsx";
import { translate } from "../../messages.ts";

const words = { language: "en", t: translate.en } as const;
const calendar = calendarOf(words);

function groupOf(site: string, years: string) {
  return calendar.groups.find((group) => group.site === site && group.years === years);
}

describe("calendar", () => {
  test.each([
    ["en", "average", "orecast"],
    ["ja", "平均", "予想"],
  ] as const)("has averages and forecasts of sources, and says so in %s", (language, ...kinds) => {
    const { groups } = calendarOf({ language, t: translate[language] });
    const lead = translate[language]("calendar.lead", { records: 1, dated: 1, compared: 1 });

    for (const kind of kinds) {
      expect(JSON.stringify(groups)).toContain(kind);
      expect(lead).toContain(kind);
    }
    expect(lead).not.toMatch(/or estimated here|平均や推定では補って/);
  });

  test("groups what was observed together, with Yabukita's dates of the same trial", () => {
    const seasons = groupOf("Makurazaki, Kagoshima", "multi-year average (1979–1989)")?.seasons;

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

  test("has a group for each cultivar that it offers, also where no place is named", () => {
    const inGroups = new Set(calendar.groups.flatMap(({ seasons }) => seasons.map(({ id }) => id)));

    expect(calendar.cultivars.filter(({ id }) => !inGroups.has(id))).toEqual([]);
    expect(groupOf("Site not stated", "usual")?.seasons[0]?.pluckDays).toBe(6);
  });

  test("goes from south to north", () => {
    const order = ["Kagoshima", "Kyoto", "Shizuoka", "Saitama"].map((place) =>
      calendar.groups.findIndex(({ site }) => site.endsWith(place)),
    );

    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(order).not.toContain(-1);
  });

  test("orders the places of a prefecture by name, and names its order by prefecture", () => {
    const { groups } = calendarOf({ language: "ja", t: translate.ja });

    for (const prefecture of ["静岡県", "鹿児島県", "京都府"]) {
      const sites = groups.map(({ site }) => site).filter((site) => site.startsWith(prefecture));
      expect(sites).toEqual(sites.toSorted());
    }
    expect(translate.en("calendar.dates.lead")).toContain(
      "by prefecture, roughly from south to north",
    );
    expect(translate.ja("calendar.dates.lead")).toContain("おおむね南の都道府県から順に");
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

  test("share one axis of whole steps that contains every day", () => {
    const meetings = meetingsOf(calendar.groups, ["saemidori", "yabukita", "okumidori"]);
    const spans = meetings.map(
      ({ pickings }) => (pickings.at(-1)?.day ?? 0) - (pickings[0]?.day ?? 0),
    );

    expect(meetings.length).toBeGreaterThan(1);
    expect(axisEnd(meetings)).toBeGreaterThanOrEqual(Math.max(...spans));
    expect(axisEnd(meetings) % 5).toBe(0);
    expect(axisEnd([])).toBe(10);
  });

  test("are empty if one of them was not recorded", () => {
    expect(meetingsOf(calendar.groups, ["saemidori", "shoju"])).toEqual([]);
  });
});

describe("years of the calendar", () => {
  test("are those of single years, the newest first, after the averages", () => {
    const years = yearsOf(calendar.groups);

    expect(years[0]).toBe(averages);
    expect(years).toContain("2024");
    expect(years.slice(1)).toEqual(years.slice(1).toSorted().toReversed());
  });

  test("are the same in Japanese", () => {
    const japanese = calendarOf({ language: "ja", t: translate.ja });

    expect(yearsOf(japanese.groups)).toEqual(yearsOf(calendar.groups));
  });

  test("each have their observations, together all of them", () => {
    const parts = yearsOf(calendar.groups).map((year) => ofYear(calendar.groups, year).length);

    expect(parts.reduce((sum, count) => sum + count, 0)).toBe(calendar.groups.length);
  });
});

describe("places of the calendar", () => {
  const places = placesOf(calendar.groups);

  test("are listed once each, with one row for a cultivar", () => {
    expect(new Set(places.map(({ site }) => site)).size).toBe(places.length);
    for (const { rows } of places) {
      expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    }
  });

  test("keep every observation with its years", () => {
    const seasons = places.flatMap(({ rows }) => rows.flatMap((row) => row.seasons));

    expect(seasons).toHaveLength(calendar.groups.flatMap((group) => group.seasons).length);
  });

  test("of Uji have a mark for each year of Yabukita, none on another", () => {
    const uji = places.find(({ site }) => site === "Uji, Kyoto (tea research institute)");
    const [row] = uji?.rows ?? [];
    const marks = stacked(row?.seasons ?? [], "bud");

    expect(marks).toHaveLength(row?.seasons.length ?? 0);
    expect(marks.filter(({ isAverage }) => isAverage)).toHaveLength(2);
    for (const [place, mark] of marks.entries()) {
      const others = marks.slice(0, place).filter(({ lane }) => lane === mark.lane);
      for (const other of others) expect(Math.abs(other.day - mark.day)).toBeGreaterThanOrEqual(2);
    }
  });
});

test("days of the drawing count from 1 March", () => {
  expect(["03-01", "04-18", "06-30", "07-01", null].map(dayOf)).toEqual([0, 48, 121, null, null]);
  expect(at(61)).toBe("50%");
});
