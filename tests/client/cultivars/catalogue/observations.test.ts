/** Views of observations, made from the shared files. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ratedTraits } from "../../../../client/contracts/observations.ts";
import { coverage, longestSeries } from "../../../../client/cultivars/catalogue/observations.ts";
import { ids, observationsIn } from "../../catalogue.ts";
import { eachLanguage } from "../../messages.ts";

type Table = Readonly<Record<string, { readonly status?: string }>>;

const table = (name: string): Table =>
  JSON.parse(readFileSync(`shared/catalogue/${name}.json`, "utf8"));
const known = (name: string) => Object.keys(table(name)).filter((id) => ids.includes(id)).length;

test("coverage counts the records of the files", () => {
  const rights = Object.values(table("rights"));

  expect(coverage).toEqual({
    rights: rights.filter(({ status }) => status === "granted" || status === "announced").length,
    timing: known("timing"),
    ratings: known("resistance"),
    composition: known("composition"),
    area: known("acreage"),
    records: ids.length,
  });
});

describe.each(eachLanguage)("in %s", (language) => {
  test.each(ids)("%s has a source for each value, and known traits", (id) => {
    const view = observationsIn(language, id);
    const { right, timing, ratings, contents, areas, conflicts, notes } = view;
    const rows = [
      timing,
      ratings,
      contents,
      areas,
      conflicts.flatMap(({ values }) => values),
    ].flat();
    const traits: readonly string[] = Object.values(ratedTraits).flat();

    for (const { note } of right ? [...rows, right] : rows) {
      expect(notes[note]?.sources.length).toBeGreaterThan(0);
    }
    expect(ratings.filter(({ trait }) => !traits.includes(trait))).toEqual([]);
  });
});

const area = {
  region: "Kyoto",
  year: 2000,
  hectares: null,
  sharePercent: null,
  shareOf: null,
  rank: null,
  remark: null,
  note: 0,
};

describe("series of a chart", () => {
  test("needs three years", () => {
    const rows = [1, 2].map((value) => ({ ...area, year: 2000 + value, hectares: value }));

    expect(longestSeries(rows)).toBeNull();
    expect(longestSeries([...rows, { ...area, year: null, hectares: 9 }])).toBeNull();
  });

  test("has one region and one reference area, in order of years", () => {
    const share = (year: number, sharePercent: number, shareOf: string) => ({
      ...area,
      year,
      sharePercent,
      shareOf,
    });
    const rows = [
      share(2020, 3, "tea area"),
      share(2001, 9, "planted area"),
      share(2010, 2, "tea area"),
      { ...share(2011, 8, "tea area"), region: "Uji" },
      share(2015, 1, "tea area"),
    ];

    expect(longestSeries(rows)).toMatchObject({
      region: "Kyoto",
      shareOf: "tea area",
      points: [
        { year: 2010, value: 2 },
        { year: 2015, value: 1 },
        { year: 2020, value: 3 },
      ],
    });
  });
});
