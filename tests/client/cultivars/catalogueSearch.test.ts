/** Catalogue search, filters and address. */
import { describe, expect, test } from "vitest";
import type { IndexEntry } from "../../../client/contracts/cultivar.ts";
import { filterNames } from "../../../client/contracts/cultivar.ts";
import {
  activeFilters,
  type CatalogueState,
  unfiltered,
  queryOf,
  searchCatalogue,
  stateOf,
} from "../../../client/cultivars/catalogueSearch.ts";
import { chanceFrom, pick } from "../seededRandom.ts";
import { index } from "../catalogue.ts";
import { eachLanguage } from "../words.ts";

const all = index.en.cultivars;

function find(part: Partial<CatalogueState>) {
  const { found, near } = searchCatalogue(all, { ...unfiltered, ...part });
  return { ids: found.map(({ id }) => id), found, near };
}

function read(query: string): CatalogueState {
  return stateOf(new URLSearchParams(query), index.en);
}

describe("search ranking", () => {
  test("exact name is before names that contain it", () => {
    expect(find({ search: "さみどり" }).ids).toEqual(["samidori", "tsukasamidori"]);
  });

  test("name prefix is before an inner match", () => {
    const { ids } = find({ search: "oku" });
    const kept = (begins: boolean) => ids.filter((id) => id.startsWith("oku") === begins);

    expect(kept(true)).toHaveLength(6);
    expect(kept(false)).toEqual(expect.arrayContaining(["hokumei", "rokuro"]));
    expect(ids).toEqual([...kept(true), ...kept(false)]);
  });

  test("equal ranks keep the catalogue order", () => {
    const { ids } = find({ search: "kaori" });

    expect(ids).toEqual(all.map(({ id }) => id).filter((id) => ids.includes(id)));
  });

  test("empty search keeps the catalogue order", () => {
    expect(find({})).toMatchObject({ found: all, near: false });
  });
});

describe("catalogue filters", () => {
  const choices = filterNames.flatMap((name) =>
    index.en.filters[name].map(({ id }) => [name, id] as const),
  );

  function has(entry: IndexEntry, name: string, id: string): boolean {
    if (name === "origin") return entry.origin?.id === id;
    return (name === "lineage" ? entry.lineages : entry.uses).some((value) => value.id === id);
  }

  test.each(choices)("%s %s matches exactly the cultivars that have it", (name, id) => {
    const { found } = find({ [name]: id });

    expect(found).toEqual(all.filter((entry) => has(entry, name, id)));
    expect(found).not.toHaveLength(0);
  });

  test("and search are combined with AND", () => {
    const { ids } = find({
      search: "midori",
      origin: "kagoshima",
      suitableFor: "gyokuro",
      lineage: "4",
    });

    expect(ids).toEqual(["saemidori"]);
  });

  test("typo tolerance does not leave the chosen filters", () => {
    expect(find({ search: "yabkita", lineage: "7" })).toMatchObject({ ids: [], near: false });
  });

  test("count excludes search and page", () => {
    expect(activeFilters({ ...unfiltered, search: "a", lineage: "x", origin: "kyoto" })).toBe(2);
    expect(activeFilters({ ...unfiltered, search: "a", page: 3 })).toBe(0);
  });
});

describe("catalogue address parser", () => {
  test("reads each parameter", () => {
    expect(read("search=oku&origin=kyoto&suitableFor=matcha&lineage=x&page=2")).toEqual({
      search: "oku",
      origin: "kyoto",
      suitableFor: "matcha",
      lineage: "x",
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
    expect(read(query)).toEqual(unfiltered);
  });

  test.each(["0", "-1", "1.5", "two", "NaN", "Infinity", "", "1,2", "2#c-saemidori"])(
    "treats page %j as the first page",
    (page) => {
      expect(read(new URLSearchParams({ page }).toString()).page).toBe(1);
    },
  );

  test.each(["12", "13", "999"])("limits page %s to the last page", (page) => {
    expect(read(`page=${page}`).page).toBe(12);
  });

  test("truncates a search to 100 code points", () => {
    const { search } = read(`search=${"🍵".repeat(150)}`);

    expect([...search]).toHaveLength(100);
    expect(search.isWellFormed()).toBe(true);
  });

  test("strips control and bidi characters from a search", () => {
    expect(read("search=%00oku%0D%0A%E2%80%AEmidori%E2%81%A9").search).toBe("okumidori");
    expect(read("search=%E2%80%AE%07").search).toBe("");
  });

  test("trims a search", () => {
    expect(read("search=%20oku%20midori%20").search).toBe("oku midori");
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
    const chance = chanceFrom(1);
    const searches = ["", "oku midori", "さえみどり", "a&b", "#?/%", "🍵", '"<script>'];
    const choose = (name: (typeof filterNames)[number]) =>
      pick(["", ...index.en.filters[name].map(({ id }) => id)], chance);

    for (let round = 0; round < 500; round++) {
      const state: CatalogueState = {
        search: pick(searches, chance),
        origin: choose("origin"),
        suitableFor: choose("suitableFor"),
        lineage: choose("lineage"),
        page: 1 + Math.floor(chance() * 12),
      };

      expect(read(queryOf(state))).toEqual(state);
    }
  });
});

describe("search in both languages", () => {
  test("finds the same cultivars", () => {
    const found = (search: string) =>
      eachLanguage.map((language) =>
        searchCatalogue(index[language].cultivars, { ...unfiltered, search })
          .found.map(({ id }) => id)
          .sort(),
      );

    for (const search of ["midori", "さえみどり", "静", "yabkita", "号"]) {
      const [english, japanese] = found(search);
      expect(english).toEqual(japanese);
    }
  });
});
