/** Catalogue search, filters and address. */
import { describe, expect, test } from "vitest";
import type { IndexEntry } from "../../../client/contracts/cultivar.ts";
import { sortedHarvest } from "../../../client/cultivars/search/harvest.ts";
import { type FilterName, filterNames } from "../../../client/contracts/list/filters.ts";
import {
  sortNames,
  valuesOn,
  type CatalogueState,
  unfiltered,
  queryOf,
  searchCatalogue,
  stateOf,
} from "../../../client/cultivars/search/catalogueSearch.ts";
import { activeFilters } from "../../../client/cultivars/search/chosenValues.ts";
import { seededRandom, pick } from "../seededRandom.ts";
import { findEntries, index, today } from "../catalogue.ts";
import { eachLanguage } from "../messages.ts";

const all = index.en.cultivars;

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

describe("search ranking", () => {
  test("exact name is before names that contain it", () => {
    expect(find({ search: "さみどり" }).ids.slice(0, 2)).toEqual(["samidori", "tsukasamidori"]);
  });

  test("name prefix is before an inner match", () => {
    const { ids } = find({ search: "oku" });
    const kept = (begins: boolean) => ids.filter((id) => id.startsWith("oku") === begins);

    expect(kept(true)).toHaveLength(6);
    expect(kept(false)).toEqual(expect.arrayContaining(["hokumei", "rokuro"]));
    expect(ids).toEqual([...kept(true), ...kept(false)]);
  });

  test("equal ranks keep the catalogue order", () => {
    const named = find({ search: "kaori" }).ids.filter((id) => id.includes("kaori"));

    expect(named.length).toBeGreaterThan(8);
    expect(named).toEqual(all.map(({ id }) => id).filter((id) => named.includes(id)));
  });

  test("empty search keeps the catalogue order, of cultivars only", () => {
    const cultivars = all.filter(({ kind }) => kind === null);
    expect(find({})).toMatchObject({ found: cultivars, near: false });
  });

  test("search finds records of every kind", () => {
    expect(find({ search: "F1NN27" }).ids[0]).toBe("f1nn27");
    expect(find({ search: "宇治在来" }).ids).toContain("uji-zairai");
  });
});

describe("catalogue filters", () => {
  const choices = filterNames.flatMap((name) =>
    index.en.filters[name].map(({ id }) => [name, id] as const),
  );

  const valuesOf = valuesOn(today);

  function has(entry: IndexEntry, name: FilterName, id: string): boolean {
    if (name === "kind") return id === "all" || (entry.kind?.id ?? "cultivar") === id;
    if (entry.kind !== null) return false;
    const values = valuesOf(entry, name);
    return id === "unknown" ? values.length === 0 : values.includes(id);
  }

  test.each(choices)("%s %s matches exactly the cultivars that have it", (name, id) => {
    const { found } = find({ [name]: id });

    expect(found).toEqual(all.filter((entry) => has(entry, name, id)));
    // Some statuses of rights are those of no record today, but on other days.
    const later = all.filter(({ right }) => name === "right" && right.split(" ").includes(id));
    expect([...find({ kind: "all", [name]: id }).found, ...later]).not.toHaveLength(0);
  });

  test("and search are combined with AND", () => {
    const { ids } = find({
      search: "saemidori",
      origin: "kagoshima",
      suitableFor: "gyokuro",
      lineage: "4",
    });

    expect(ids).toEqual(["saemidori", "seimei"]);
  });

  test("typo tolerance does not leave the chosen filters", () => {
    expect(find({ search: "yabkita", lineage: "7" })).toMatchObject({ ids: [], near: false });
  });

  test("count excludes search and page", () => {
    expect(activeFilters({ ...unfiltered, search: "a", lineage: "x", origin: "kyoto" })).toBe(2);
    expect(activeFilters({ ...unfiltered, search: "a", page: 3 })).toBe(0);
  });
});

describe("order of the list", () => {
  test("by timing has dates of picking first, then of bud break, then unknown ones", () => {
    const harvests = find({ sort: "earliest" }).found.map(sortedHarvest);
    const bases = harvests.map((harvest) => harvest?.basis ?? "none");
    const days = (basis: string) =>
      harvests.flatMap((harvest) => (harvest?.basis === basis ? [harvest.days] : []));

    expect([...new Set(bases)]).toEqual(["pluck", "bud", "none"]);
    for (const basis of ["pluck", "bud"])
      expect(days(basis)).toEqual(days(basis).toSorted((a, b) => a - b));
    expect(bases.indexOf("bud")).toBe(days("pluck").length);
  });

  test("by timing has a record with both days at its picking, and Yabukita at day 0", () => {
    const { ids } = find({ sort: "earliest" });
    const order = ["hoshun", "kiyoka", "oiwase", "sun-rouge", "yabukita", "okumidori"];

    expect(ids.filter((id) => order.includes(id))).toEqual(order);
    expect(find({ sort: "latest" }).ids.indexOf("okumidori")).toBeLessThan(5);
  });

  test("by the newest registration has records without a year last", () => {
    const years = find({ sort: "newest" }).found.map(({ year }) => Number(year));

    expect(years).toEqual(years.toSorted((a, b) => b - a));
    expect(years[0]).toBeGreaterThan(2019);
    expect(years.at(-1)).toBe(0);
  });

  test("by posts has most posts first, then the order of names", () => {
    const names = find({}).ids;
    const written = { posts: { yabukita: 2, saemidori: 5 } };
    const rest = names.filter((id) => id !== "saemidori" && id !== "yabukita");

    const state = { ...unfiltered, sort: "written" } as const;
    const ids = (reading: Partial<Parameters<typeof searchCatalogue>[2]>) =>
      searchCatalogue(index.en, state, { find: findEntries, today, ...reading }).found.map(
        ({ id }) => id,
      );

    expect(ids({ written })).toEqual(["saemidori", "yabukita", ...rest]);
    expect(ids({ written: null })).toEqual(names);
  });
});

describe("catalogue address parser", () => {
  test("reads each parameter", () => {
    expect(parse("search=oku&origin=kyoto&suitableFor=matcha&lineage=x&kind=line&page=2")).toEqual({
      ...unfiltered,
      search: "oku",
      origin: "kyoto",
      suitableFor: "matcha",
      lineage: "x",
      kind: "line",
      page: 2,
    });
  });

  test.each([
    "origin=atlantis&suitableFor=soup&lineage=14",
    "lineage=X&origin=KYOTO",
    "origin=__proto__&lineage=constructor&suitableFor=toString",
    "lineage=&origin=&suitableFor=&search=",
    "utm_source=mail&fbclid=1",
    "search=%20%20",
  ])("ignores the invalid query %s", (query) => {
    expect(parse(query)).toEqual(unfiltered);
  });

  test.each(["0", "-1", "1.5", "two", "NaN", "Infinity", "", "1,2", "2#c-saemidori"])(
    "treats page %j as the first page",
    (page) => {
      expect(parse(new URLSearchParams({ page }).toString()).page).toBe(1);
    },
  );

  test.each(["13", "14", "999"])("limits page %s to the last page", (page) => {
    expect(parse(`page=${page}`).page).toBe(13);
    expect(parse(`kind=all&page=${page}`).page).toBe(Math.min(Number(page), 18));
  });

  test("truncates a search to 100 code points", () => {
    const { search } = parse(`search=${"🍵".repeat(150)}`);

    expect([...search]).toHaveLength(100);
    expect(search.isWellFormed()).toBe(true);
  });

  test("strips control and bidi characters from a search", () => {
    expect(parse("search=%00oku%0D%0A%E2%80%AEmidori%E2%81%A9").search).toBe("okumidori");
    expect(parse("search=%E2%80%AE%07").search).toBe("");
  });

  test.each(["\u00ad", "\u200b", "\u200d", "\u200e", "\u200f", "\ufe0f", "\ufeff"])(
    "strips the invisible %j from a search, which then finds the same",
    (sign) => {
      const { search } = parse(new URLSearchParams({ search: `yabu${sign}kita` }).toString());

      expect(search).toBe("yabukita");
      expect(find({ search }).ids.length).toBeGreaterThan(30);
    },
  );

  test("trims a search", () => {
    expect(parse("search=%20oku%20midori%20").search).toBe("oku midori");
  });
});

describe("catalogue address writer", () => {
  test("omits default values", () => {
    expect(queryOf(unfiltered)).toBe("");
    expect(queryOf({ ...unfiltered, page: 2 })).toBe("?page=2");
    expect(queryOf({ ...unfiltered, lineage: "x" })).toBe("?lineage=x");
  });

  test("encodes a search", () => {
    expect(queryOf({ ...unfiltered, search: "a&b=c #1" })).toBe("?search=a%26b%3Dc+%231");
  });

  test("output is parsed back to the same state", () => {
    const random = seededRandom(1);
    const searches = ["", "oku midori", "さえみどり", "a&b", "#?/%", "🍵", '"<script>'];
    // Cultivars are the default kind; the address names them only for a search.
    const ids = (name: FilterName) =>
      index.en.filters[name].map(({ id }) => id).filter((id) => id !== "cultivar");
    const choose = (name: FilterName) => pick(["", ...ids(name)], random);

    for (let round = 0; round < 500; round++) {
      const state: CatalogueState = {
        ...unfiltered,
        ...Object.fromEntries(filterNames.map((name) => [name, choose(name)])),
        search: pick(searches, random),
        sort: pick(["", ...sortNames], random),
        page: 1 + Math.floor(random() * 12),
      };

      expect(parse(queryOf(state))).toEqual(state);
    }
  });
});

describe("search in both languages", () => {
  test("finds the same cultivars", () => {
    const found = (search: string) =>
      eachLanguage.map((language) =>
        searchCatalogue(index[language], { ...unfiltered, search }, { find: findEntries, today })
          .found.map(({ id }) => id)
          .sort(),
      );

    for (const search of ["midori", "さえみどり", "静", "yabkita", "号"]) {
      const [english, japanese] = found(search);
      expect(english).toEqual(japanese);
    }
  });
});
