/** Filters of the catalogue with several values, their counts, and the range of days. */
import { describe, expect, test } from "vitest";
import { catalogueFigures } from "../../../client/contracts/figures.ts";
import {
  facetGroupNames,
  facetGroups,
  filterNames,
} from "../../../client/contracts/list/filters.ts";
import { comparedHarvest, sortedHarvest } from "../../../client/cultivars/search/harvest.ts";
import {
  type CatalogueState,
  unfiltered,
  queryOf,
  searchCatalogue,
  stateOf,
} from "../../../client/cultivars/search/catalogueSearch.ts";
import {
  activeFilters,
  everyKind,
  shownOf,
  toggle,
} from "../../../client/cultivars/search/chosenValues.ts";
import { findEntries, index, today } from "../catalogue.ts";

function find(part: Partial<CatalogueState>) {
  const { found, near } = searchCatalogue(
    index.en,
    { ...unfiltered, ...part },
    { find: findEntries, today },
  );
  return { ids: found.map(({ id }) => id), found, near };
}

function parse(query: string): CatalogueState {
  return stateOf(new URLSearchParams(query), index.en);
}

test("the form shows the groups of all filters, that of kinds before the order", () => {
  expect(["kind", ...facetGroupNames].toSorted()).toEqual(Object.keys(facetGroups).toSorted());
});

describe("several values of a filter", () => {
  test("find records with any of them", () => {
    const { found } = find({ origin: "kyoto,nara" });

    expect(new Set(found.map(({ origin }) => origin?.id))).toEqual(new Set(["kyoto", "nara"]));
  });

  test("are read in any order and writing, and written in the order of the options", () => {
    const expected = { ...unfiltered, decade: "1990,2010" };

    expect(parse("decade=2010,1990,2010,1850")).toEqual(expected);
    expect(parse("decade=2010&decade=1990")).toEqual(expected);
    expect(queryOf(expected)).toBe("?decade=1990,2010");
  });

  test.each([
    ["kind=population,line", "?kind=line,population", 38],
    ["kind=&kind=line", "?kind=cultivar,line", 163],
    ["kind=cultivar", "", 130],
    [
      "kind=line,cultivar,ornamental,population,parental-line",
      "?kind=all",
      catalogueFigures.records,
    ],
  ])("of the kind %s are written as %j", (query, written, count) => {
    expect(queryOf(parse(query))).toBe(written);
    expect(find(parse(query)).ids).toHaveLength(count);
  });

  test.each([
    ["", 1],
    ["kind=all", 5],
    ["search=midori", 0],
  ])("of the kind are the checked boxes of %j", (query, count) => {
    expect(shownOf(parse(query), index.en, "kind")).toHaveLength(count);
  });

  test("of the kind limit a search, which otherwise covers all kinds", () => {
    const cultivars = parse("search=zairai&kind=cultivar");

    expect(cultivars.kind).toBe("cultivar");
    expect(find(cultivars).found.every(({ kind }) => kind === null)).toBe(true);
    expect(find({ search: "zairai" }).ids).toContain("uji-zairai");
  });

  test("are added in the order of the options, and removed", () => {
    const one = { ...unfiltered, maturity: "late" };
    const two = toggle(one, index.en, ["maturity", "early"]);

    expect(two).toEqual({ maturity: "early,late" });
    expect(toggle({ ...one, ...two }, index.en, ["maturity", "late"])).toEqual({
      maturity: "early",
    });
  });
});

describe("range of days from Yabukita", () => {
  const daysOf = (part: Partial<CatalogueState>) =>
    find(part).found.map((entry) => sortedHarvest(entry)?.days);

  test("includes both ends and no record without days", () => {
    const days = daysOf({ from: "-5", to: "3" });

    expect(Math.min(...days.map(Number))).toBe(-5);
    expect(Math.max(...days.map(Number))).toBe(3);
    expect(days).not.toContain(undefined);
  });

  test("uses the days of picking where known, otherwise of bud break", () => {
    const { ids } = find({ from: "-5", to: "0" });

    expect(ids).toEqual(
      expect.arrayContaining(["asatsuyu", "yumekaori", "shizukaori", "sun-rouge", "yabukita"]),
    );
    expect(ids).not.toContain("kiyoka");
    expect(find({ from: "8", to: "8" }).ids).toContain("okumidori");
  });

  test("uses the event of a view that shows one event", () => {
    const range = { from: "-5", to: "0" };
    const bud = find({ ...range, view: "bud" });
    const pluck = find({ ...range, view: "pluck" });

    for (const id of ["oiwase", "sofu", "kanaemaru"]) {
      expect(bud.ids).not.toContain(id);
      expect(pluck.ids).toContain(id);
    }
    expect(pluck.found.filter((entry) => comparedHarvest(entry, "pluck") === null)).toEqual([]);
    expect([bud.ids, pluck.ids].filter((ids) => ids.includes("yabukita"))).toHaveLength(2);
  });

  test("may be open at one end", () => {
    expect(daysOf({ from: "4" }).every((days) => days !== undefined && days >= 4)).toBe(true);
    expect(daysOf({ to: "-4" }).every((days) => days !== undefined && days <= -4)).toBe(true);
  });

  test("is read from whole numbers only, and counts as one filter", () => {
    expect(parse("from=-05&to=3")).toEqual({ ...unfiltered, from: "-5", to: "3" });
    expect(parse("from=-0&to=300")).toEqual({ ...unfiltered, from: "0" });
    expect(activeFilters(parse("from=-5&to=3"))).toBe(1);
  });
});

describe("counts of the filters", () => {
  const countsIn = (part: Partial<CatalogueState>) =>
    searchCatalogue(index.en, { ...unfiltered, ...part }, { find: findEntries, today }).counts;

  test("of one filter do not follow its own choice", () => {
    const shizuoka = countsIn({})["origin shizuoka"];

    expect(shizuoka).toBeGreaterThan(40);
    expect(countsIn({ origin: "kyoto" })["origin shizuoka"]).toBe(shizuoka);
  });

  test("follow the other filters and the search", () => {
    expect(countsIn({ suitableFor: "matcha" })["origin kyoto"]).toBe(
      find({ suitableFor: "matcha", origin: "kyoto" }).ids.length,
    );
    expect(countsIn({ search: "Norin 40" })["origin kyoto"]).toBe(
      find({ search: "Norin 40", origin: "kyoto" }).ids.length,
    );
  });

  test("are those of the results for every option, unknown ones included", () => {
    const state = { maturity: "early", anthracnose: "high,unknown" };
    const counts = countsIn(state);
    const options = filterNames.flatMap((name) =>
      index.en.filters[name].map(({ id }) => [name, id] as const),
    );

    expect(options.filter(([, id]) => id === "unknown").length).toBeGreaterThan(4);
    expect(
      options.filter(
        ([name, id]) =>
          id !== everyKind && counts[`${name} ${id}`] !== find({ ...state, [name]: id }).ids.length,
      ),
    ).toEqual([]);
  });
});
