/** The feed's address: which category, filters, order and search it asks for, and which filters a category has. */
import { feedPages, ratingMost, searchCharacters } from "../../contracts/limits.ts";
import { isOffered, keepsField, type OfferedCategory } from "../../contracts/postCategories.ts";
import { prefectures } from "../../contracts/prefectures.ts";
import { teaTypes } from "../../contracts/reference.ts";

export const filterNames = ["rating", "tea_type", "prefecture", "tea_variety"] as const;
export type FilterName = (typeof filterNames)[number];

export const sorts = ["newest", "popular"] as const;
export type Sort = (typeof sorts)[number];

export interface FeedState extends Readonly<Record<FilterName, string>> {
  /** Empty for all of them. */
  readonly category: OfferedCategory | "";
  readonly sort: Sort;
  readonly search: string;
  /** Where the list begins; from the newest without it. */
  readonly after: string;
  readonly page: number;
}

const noFilters = { rating: "", tea_type: "", prefecture: "", tea_variety: "" } as const;

/** The smallest ratings that one can ask for, from the best down. */
export const ratings: readonly string[] = Array.from({ length: ratingMost }, (_, index) =>
  String(ratingMost - index),
);

/** Under "all", and in a category that does not keep the field, there is no such filter. */
export function filtersOf(category: FeedState["category"]): readonly FilterName[] {
  return filterNames.filter((name) => keepsField(category, name));
}

export function activeFilters(state: FeedState): number {
  return filterNames.filter((name) => state[name] !== "").length;
}

/** Controls and signs that turn the direction of writing are nothing to search for, and must not reach a title. */
const invisible = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

export function plain(text: string): string {
  return [...text.replace(invisible, "").trim()].slice(0, searchCharacters).join("");
}

/** Reads the address. What it does not understand is left out, so any query at all gives a page. */
export function stateOf(query: URLSearchParams, isCultivar: (id: string) => boolean): FeedState {
  const asked = query.get("category");
  const category = isOffered(asked) ? asked : "";
  const known: Readonly<Record<FilterName, (id: string) => boolean>> = {
    rating: (id) => ratings.includes(id),
    tea_type: (id) => teaTypes.some((tea) => tea === id),
    prefecture: (id) => prefectures.some((prefecture) => prefecture === id),
    tea_variety: isCultivar,
  };
  const filters = filtersOf(category).flatMap((name) => {
    const value = query.get(name) ?? "";
    return known[name](value) ? [[name, value]] : [];
  });
  const page = Number(/^[1-9]\d?$/.exec(query.get("page") ?? "")?.[0] ?? "1");
  return {
    ...noFilters,
    ...Object.fromEntries(filters),
    category,
    sort: query.get("sort") === "popular" ? "popular" : "newest",
    search: plain(query.get("search") ?? ""),
    after: /^[\w.~=-]{1,300}$/.exec(query.get("after") ?? "")?.[0] ?? "",
    page: page > feedPages ? 1 : page,
  };
}

/** The state as an address says it, and as the host is asked; what is not set does not appear. */
export function askedOf(state: FeedState): URLSearchParams {
  const query = new URLSearchParams();
  if (state.category) query.set("category", state.category);
  if (state.sort !== "newest") query.set("sort", state.sort);
  for (const name of filterNames) if (state[name]) query.set(name, state[name]);
  if (state.search) query.set("search", state.search);
  if (state.after) query.set("after", state.after);
  return query;
}

export function queryOf(state: FeedState): string {
  const query = askedOf(state);
  if (state.page > 1) query.set("page", String(state.page));
  const text = query.toString();
  return text && `?${text}`;
}

/** Any change begins at the first ten again. */
export function changed(state: FeedState, part: Partial<FeedState>): FeedState {
  return { ...state, after: "", page: 1, ...part };
}

/** Another category has other filters: none of the old ones stays. */
export function inCategory(state: FeedState, category: FeedState["category"]): FeedState {
  return changed(state, { ...noFilters, category });
}

export function withoutFilters(state: FeedState): FeedState {
  return changed(state, { ...noFilters, search: "" });
}

/** A category, or a page of it: what search engines list. Sorted, filtered or searched it is a view of that. */
export function isPlain(state: FeedState): boolean {
  return state.sort === "newest" && state.search === "" && activeFilters(state) === 0;
}

/** Whether a post that was just written belongs on top of this list, as far as its category tells. */
export function isOnTop(state: FeedState, category: string): boolean {
  const isHere = state.category === "" || state.category === category;
  return isHere && isPlain(state) && state.after === "";
}
