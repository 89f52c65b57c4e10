/** Feed state in the address. */
import { describe, expect, test } from "vitest";
import {
  activeFilters,
  atomFeedOf,
  requestQuery,
  changed,
  type FeedState,
  filterNames,
  filtersOf,
  inCategory,
  waitsAbove,
  isPlain,
  ofFollowed,
  queryOf,
  ratings,
  stateOf,
  withoutFilters,
} from "../../../../client/community/feed/feed.ts";
import { offeredCategories } from "../../../../client/contracts/postCategories.ts";
import { seededRandom, pick } from "../../seededRandom.ts";

const isCultivar = (id: string) => id === "saemidori";
const read = (query: string) => stateOf(new URLSearchParams(query), isCultivar);
const unfiltered = read("");
const filteredQuery =
  "?category=review&sort=popular&rating=4&tea_type=sencha&prefecture=shizuoka&tea_variety=saemidori&search=yuzu&after=abc.D-_%3D&page=3";

describe("feed address", () => {
  test("without a query has the default state", () => {
    expect(unfiltered).toEqual({
      category: "",
      sort: "newest",
      rating: "",
      tea_type: "",
      prefecture: "",
      tea_variety: "",
      search: "",
      isFollowing: false,
      after: "",
      page: 1,
    });
    expect(queryOf(unfiltered)).toBe("");
  });

  test("with all parameters is parsed and written back unchanged", () => {
    expect(queryOf(read(filteredQuery))).toBe(filteredQuery);
  });

  test("equals the API query plus the page number", () => {
    expect(`?${requestQuery(read(filteredQuery))}&page=3`).toBe(filteredQuery);
  });

  test.each([
    "category=brewing-tips",
    "category=nothing",
    "sort=oldest",
    "category=review&rating=0",
    "category=review&rating=6",
    "category=review&tea_type=coffee",
    "category=review&prefecture=wales",
    "category=review&tea_variety=fictional",
    "page=0",
    "page=11",
    "page=99",
    "page=-1",
    "page=1e1",
    "after=%00",
    `after=${"a".repeat(301)}`,
    "new=12&utm_source=x",
  ])("parser drops the invalid query %s", (query) => {
    const category = query.startsWith("category=review") ? "?category=review" : "";

    expect(queryOf(read(query))).toBe(category);
  });

  test("search is stripped of invisible characters and limited to 100 characters", () => {
    expect(read(`search=${encodeURIComponent(" \u202eyu\u200bzu\ufe0f\u0000 ")}`).search).toBe(
      "yuzu",
    );
    expect([...read(`search=${"茶".repeat(200)}`).search]).toHaveLength(100);
  });
});

describe("feed category", () => {
  test.each([
    ["", []],
    ["review", ["rating", "tea_type", "prefecture", "tea_variety"]],
    ["shop", ["rating", "tea_type"]],
    ["region-info", ["prefecture"]],
    ["question", []],
    ["teaware", []],
    ["culture", []],
  ] as const)("%s has its own filters", (category, filters) => {
    expect(filtersOf(category)).toEqual(filters);
  });

  test("ignores filters of other categories", () => {
    expect(queryOf(read("category=shop&prefecture=shizuoka&tea_variety=saemidori&rating=3"))).toBe(
      "?category=shop&rating=3",
    );
    expect(queryOf(read("rating=3&tea_type=sencha"))).toBe("");
  });

  test.each(offeredCategories)("change to %s resets filters, cursor and page", (category) => {
    const chosen = inCategory(read(filteredQuery), category);

    expect(activeFilters(chosen)).toBe(0);
    expect(queryOf(chosen)).toBe(`?category=${category}&sort=popular&search=yuzu`);
  });
});

describe("feed change", () => {
  test.each([
    { rating: "5" },
    { tea_type: "matcha" },
    { prefecture: "kyoto" },
    { tea_variety: "" },
    { sort: "newest" },
    { search: "" },
  ] as const)("of %j resets page and cursor", (part) => {
    const { page, after } = changed(read(filteredQuery), part);

    expect([page, after]).toEqual([1, ""]);
  });

  test("withoutFilters keeps category and order", () => {
    expect(queryOf(withoutFilters(read(filteredQuery)))).toBe("?category=review&sort=popular");
  });

  test("activeFilters counts only the filters", () => {
    expect(activeFilters(read(filteredQuery))).toBe(4);
    expect(activeFilters(read("search=a&sort=popular&page=2"))).toBe(0);
  });
});

test("feed of followed things has all categories, and choosing a category leaves it", () => {
  const followed = ofFollowed(read("category=review&rating=4&search=a"));

  expect(queryOf(followed)).toBe("?search=a&following=1");
  expect(queryOf(inCategory(followed, "shop"))).toBe("?category=shop&search=a");
  expect(waitsAbove(followed, "shop")).toBe(false);
});

test("ratings are offered in descending order", () => {
  expect(ratings).toEqual(["5", "4", "3", "2", "1"]);
});

test("feed state is plain with category, page or cursor, not with filters", () => {
  expect(isPlain(read("category=shop&page=2"))).toBe(true);
  expect(isPlain(read("after=abc"))).toBe(true);
  for (const view of ["sort=popular", "search=a", "category=shop&rating=1", "following=1"])
    expect(isPlain(read(view))).toBe(false);
});

test.each([
  ["sort=popular&page=2", ""],
  ["category=review", "category/review"],
  ["category=review&tea_variety=saemidori", "cultivar/saemidori"],
  ["category=review&tea_variety=saemidori&rating=5", undefined],
  ["category=region-info&prefecture=shizuoka", undefined],
  ["search=tea", undefined],
  ["following=1", undefined],
])("Atom feed of the list %j is %j", (query, feed) => {
  expect(atomFeedOf(read(query))).toBe(feed);
});

test.each([
  ["", "shop", true],
  ["category=shop", "shop", true],
  ["category=shop&page=4", "shop", true],
  ["category=shop", "review", false],
  ["category=shop&rating=2", "shop", false],
  ["sort=popular", "shop", false],
  ["search=a", "shop", false],
  ["after=abc", "shop", false],
])("in the feed %j a new post of category %s is on top: %j", (query, category, isThere) => {
  expect(waitsAbove(read(query), category)).toBe(isThere);
});

test("random query yields a feed state that is stable when written and parsed", () => {
  const random = seededRandom(4);
  const words = ["", "review", "4", "sencha", "\u0000", "🍵", "99", "popular", "a=b&c"];
  for (let turn = 0; turn < 300; turn += 1) {
    const query = new URLSearchParams();
    query.set("following", pick(["", "1", "2"], random));
    for (const name of ["category", "sort", "search", "after", "page", ...filterNames])
      query.set(name, pick(words, random));
    const state: FeedState = stateOf(query, isCultivar);

    expect(stateOf(new URLSearchParams(queryOf(state)), isCultivar)).toEqual(state);
  }
});
