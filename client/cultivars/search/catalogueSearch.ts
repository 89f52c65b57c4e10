/** Search, filters and order of the catalogue, and their address. Pure. */
import { cultivarPageSize } from "../../contracts/limits.generated.ts";
import { readSearch } from "./searchText.ts";
import type { CatalogueIndex, Harvest, IndexEntry } from "../../contracts/cultivar.ts";
import {
  type FilterName,
  filterNames,
  otherValue,
  unknownValue,
} from "../../contracts/list/filters.ts";
import { everyKind, joinValues, listedKind, shownOf, writtenKind } from "./chosenValues.ts";
import { comparedHarvest, sortedHarvest } from "./harvest.ts";
import type { FindEntries, Matches } from "../../contracts/search.ts";
import type { PostCounts } from "../../wire/types.generated.ts";

export const sortNames = ["earliest", "latest", "newest", "written"] as const;
type SortName = (typeof sortNames)[number];

/** A table, or a line of days of bud break or of picking. */
export const viewNames = ["table", "bud", "pluck"] as const;
type ViewName = (typeof viewNames)[number];

/**
 * The values of each filter are joined by commas, in the order of its options; empty for all. The
 * empty kind is that of cultivars, but in a search stands for all kinds.
 */
export interface CatalogueState extends Readonly<Record<FilterName, string>> {
  readonly search: string;
  /** The least and the most days from Yabukita, or empty. */
  readonly from: string;
  readonly to: string;
  /** Empty for the order of names, or of a search's matches. */
  readonly sort: SortName | "";
  /** Empty for cards. */
  readonly view: ViewName | "";
  readonly page: number;
}

export const unfiltered: CatalogueState = {
  search: "",
  suitableFor: "",
  origin: "",
  breeder: "",
  lineage: "",
  timing: "",
  maturity: "",
  decade: "",
  register: "",
  right: "",
  anthracnose: "",
  grayBlight: "",
  blisterBlight: "",
  netBlisterBlight: "",
  brownBlight: "",
  bacterialShootBlight: "",
  aroma: "",
  evidence: "",
  kind: "",
  from: "",
  to: "",
  sort: "",
  view: "",
  page: 1,
};

/**
 * Returns the status of a right on a day in Japan, such as 2026-11-23, from the text that
 * `rightTimeline` writes; empty if unknown.
 */
function rightOn(right: string, today: string): readonly string[] {
  const [now = "", change, later = ""] = right.split(" ");
  const status = change && today.slice(0, change.length) >= change ? later : now;
  return status === "" || status === unknownValue ? [] : [status];
}

type Values = (entry: IndexEntry, name: FilterName) => readonly string[];

/**
 * Returns a function for the values that an entry has in a filter, with the status of rights on a
 * day in Japan.
 */
export const valuesOn =
  (today: string): Values =>
  (entry, name) => {
    if (name === "origin") return entry.origin ? [entry.origin.id] : [];
    if (name === "suitableFor") return entry.uses.map(({ id }) => id);
    if (name === "right") return rightOn(entry.right, today);
    if (name === "kind") return [entry.kind?.id ?? listedKind];
    return name === "lineage" ? entry.lineages.map(({ id }) => id) : (entry.facets[name] ?? []);
  };

/** Returns the number of records that are cultivars. */
export function cultivarCount({ cultivars }: CatalogueIndex): number {
  return cultivars.filter(({ kind }) => kind === null).length;
}

/**
 * Returns a number of days of at most two digits from the query, without leading zeros; empty for
 * anything else.
 */
function daysIn(query: URLSearchParams, name: "from" | "to"): string {
  const days = /^-?\d{1,2}$/.exec(query.get(name) ?? "")?.[0];
  return days === undefined ? "" : String(Number(days) || 0);
}

/**
 * Returns the state that the address holds. Unknown values are ignored, and the page is at most the
 * last, so that any query gives a page.
 */
export function stateOf(query: URLSearchParams, index: CatalogueIndex): CatalogueState {
  const filters = filterNames.map((name) => {
    const requested = query.getAll(name).flatMap((values) => values.split(","));
    return [name, joinValues(index.filters[name], requested)] as const;
  });
  const page = Number(/^[1-9]\d{0,3}$/.exec(query.get("page") ?? "")?.[0] ?? "1");
  const state: CatalogueState = {
    ...unfiltered,
    ...Object.fromEntries(filters),
    search: readSearch(query.get("search")),
    from: daysIn(query, "from"),
    to: daysIn(query, "to"),
    sort: sortNames.find((name) => name === query.get("sort")) ?? "",
    view: viewNames.find((name) => name === query.get("view")) ?? "",
  };
  const kind = writtenKind(state);
  const all = state.search || kind ? index.cultivars.length : cultivarCount(index);
  return { ...state, kind, page: Math.min(page, Math.ceil(all / cultivarPageSize)) };
}

/** Returns the state as the query of an address, with "?"; unset values are left out. */
export function queryOf(state: CatalogueState): string {
  const query = new URLSearchParams();
  const written = { ...state, kind: writtenKind(state) };
  for (const name of ["search", ...filterNames, "from", "to", "sort", "view"] as const)
    if (written[name]) query.set(name, written[name]);
  if (state.page > 1) query.set("page", String(state.page));
  const text = query.toString().replaceAll("%2C", ",");
  return text && `?${text}`;
}

/** Values without a list page of their own. */
const mixedValues = [unknownValue, otherValue, everyKind, listedKind];

/**
 * Returns the filter if the state has one value of one filter and nothing else; search engines
 * index only such lists.
 */
export function singleFilter(state: CatalogueState): FilterName | undefined {
  const name = filterNames.find((one) => state[one] !== "");
  const isAlone = name && queryOf(state) === queryOf({ ...unfiltered, [name]: state[name] });
  const isNamed = name && !state[name].includes(",") && !mixedValues.includes(state[name]);
  return isAlone && isNamed ? name : undefined;
}

/** Returns `nofollow` for links to lists that search engines do not index. */
export function relOf(state: CatalogueState): "nofollow" | undefined {
  return queryOf(state) === "" || singleFilter(state) ? undefined : "nofollow";
}

/** Returns whether a record has the value; the value "unknown" means that it has none. */
function has(values: readonly string[], value: string): boolean {
  return value === unknownValue ? values.length === 0 : values.includes(value);
}

/**
 * Returns whether a record's days from Yabukita, negative if earlier, are in the chosen range:
 * those of the event that the view draws, in cards and tables those that lists sort by.
 */
function isInRange(entry: IndexEntry, { from, to, view }: CatalogueState): boolean {
  if (from === "" && to === "") return true;
  const isOfOne = view === "bud" || view === "pluck";
  const harvest = isOfOne ? comparedHarvest(entry, view) : sortedHarvest(entry);
  if (harvest === null) return false;
  const { days } = harvest;
  return (from === "" || days >= Number(from)) && (to === "" || days <= Number(to));
}

/**
 * Returns a comparison by days, ascending for sign 1, descending for -1. Days of picking come
 * before days of bud break, because the two are not compared; unknown ones come last.
 */
function byTiming(sign: 1 | -1): (a: IndexEntry, b: IndexEntry) => number {
  /** Returns the place of a record's kind of days: picking, bud break, none. */
  const group = (harvest: Harvest | null) => {
    if (harvest === null) return 2;
    return harvest.basis === "pluck" ? 0 : 1;
  };
  return (a, b) => {
    const [one, other] = [sortedHarvest(a), sortedHarvest(b)];
    return group(one) - group(other) || sign * ((one?.days ?? 0) - (other?.days ?? 0));
  };
}

type Ordered = Exclude<SortName, "written">;

const orders: Readonly<Record<Ordered, (a: IndexEntry, b: IndexEntry) => number>> = {
  earliest: byTiming(1),
  latest: byTiming(-1),
  newest: (a, b) => Number(b.year) - Number(a.year),
};

/** How many results each value of each filter has, or would have beside the chosen ones of its filter. */
export type Counts = Readonly<Record<string, number>>;

interface Results extends Matches {
  readonly counts: Counts;
}

/** Returns a comparison by number of posts, most first. */
function byPosts(posts: PostCounts["posts"]): (a: IndexEntry, b: IndexEntry) => number {
  return (a, b) => (posts[b.id] ?? 0) - (posts[a.id] ?? 0);
}

interface Reading {
  /** Loaded with an address that has a search; without it the search is ignored. */
  readonly find?: FindEntries | undefined;
  /** Numbers of posts, loaded with an address that orders by them. */
  readonly written?: PostCounts | null | undefined;
  /** The day in Japan. */
  readonly today: string;
}

/**
 * Returns the records that match search, filters and order, and the number of results that each
 * value of a filter has or would have.
 */
export function searchCatalogue(
  { cultivars, filters }: CatalogueIndex,
  state: CatalogueState,
  { find, written, today }: Reading,
): Results {
  const searched = state.search !== "" && find ? find(cultivars, state.search) : undefined;
  const all = (searched?.found ?? cultivars).filter((entry) => isInRange(entry, state));
  const valuesOf = valuesOn(today);
  const shown = filterNames.map((name) => [name, shownOf(state, { filters }, name)] as const);
  const chosen = shown.filter(([, values]) => values.length > 0);
  const missed = all.map((entry) =>
    chosen.flatMap(([name, wanted]) => {
      const values = valuesOf(entry, name);
      return wanted.some((value) => has(values, value)) ? [] : [name];
    }),
  );
  const found = all.filter((_, at) => missed[at]?.length === 0);
  const counts = filterNames.flatMap((name) => {
    const others = all.filter((_, at) => missed[at]?.every((one) => one === name));
    const values = others.map((entry) => valuesOf(entry, name));
    return filters[name].map(({ id }) => [
      `${name} ${id}`,
      values.filter((ofEntry) => has(ofEntry, id)).length,
    ]);
  });
  const order = state.sort === "written" ? byPosts(written?.posts ?? {}) : state.sort;
  const compare = typeof order === "string" ? order && orders[order] : order;
  return {
    found: compare ? found.toSorted(compare) : found,
    near: searched?.near === true && found.length > 0,
    counts: Object.fromEntries(counts),
  };
}
