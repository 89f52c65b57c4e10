/** The feed's address: category, filters, order and search, and the filters of a category. */
import { feedPages, ratingMost } from "../../contracts/limits.generated.ts";
import { isOffered, keepsField, type OfferedCategory } from "../../contracts/postCategories.ts";
import { prefectures } from "../../contracts/prefectures.ts";
import { teaTypes } from "../../contracts/reference.ts";
import { readSearch } from "../../cultivars/search/searchText.ts";
import type { Translate } from "../../language/translator.ts";

export const filterNames = ["rating", "tea_type", "prefecture", "tea_variety"] as const;
export type FilterName = (typeof filterNames)[number];

export const sorts = ["newest", "popular"] as const;
type Sort = (typeof sorts)[number];

export interface FeedState extends Readonly<Record<FilterName, string>> {
  /** Empty for all categories. */
  readonly category: OfferedCategory | "";
  readonly sort: Sort;
  readonly search: string;
  /** Only what the member follows. */
  readonly isFollowing: boolean;
  /** Cursor; from the newest without it. */
  readonly after: string;
  readonly page: number;
}

const noFilters = { rating: "", tea_type: "", prefecture: "", tea_variety: "" } as const;

/** Minimum ratings offered, in descending order. */
export const ratings: readonly string[] = Array.from({ length: ratingMost }, (_, index) =>
  String(ratingMost - index),
);

/** Returns a minimum rating in words; that of the highest does not say "or more". */
export function ratingText(rating: string, t: Translate): string {
  const count = Number(rating);
  return count === ratingMost
    ? t("community.filters.ratingMost", { stars: count })
    : t("community.filters.ratingAtLeast", { count });
}

/**
 * Returns the filters that the list has; none for all posts or in a category without such fields.
 */
export function filtersOf(category: FeedState["category"]): readonly FilterName[] {
  return filterNames.filter((name) => keepsField(category, name));
}

/** Counts the filters that are set. */
export function activeFilters(state: FeedState): number {
  return filterNames.filter((name) => state[name] !== "").length;
}

/**
 * Returns the state that the address holds. Unknown values are ignored, so that any query gives a
 * page.
 */
export function stateOf(query: URLSearchParams, isCultivar: (id: string) => boolean): FeedState {
  const requested = query.get("category");
  const category = isOffered(requested) ? requested : "";
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
    search: readSearch(query.get("search")),
    isFollowing: query.get("following") === "1",
    after: /^[\w.~=-]{1,300}$/.exec(query.get("after") ?? "")?.[0] ?? "",
    page: page > feedPages ? 1 : page,
  };
}

/** Returns the state as the query of the page and of the API; unset values are left out. */
export function requestQuery(state: FeedState): URLSearchParams {
  const query = new URLSearchParams();
  if (state.category) query.set("category", state.category);
  if (state.sort !== "newest") query.set("sort", state.sort);
  for (const name of filterNames) if (state[name]) query.set(name, state[name]);
  if (state.search) query.set("search", state.search);
  if (state.isFollowing) query.set("following", "1");
  if (state.after) query.set("after", state.after);
  return query;
}

/** Returns the query of the feed's address with "?"; empty for the first page of all posts. */
export function queryOf(state: FeedState): string {
  const query = requestQuery(state);
  if (state.page > 1) query.set("page", String(state.page));
  const text = query.toString();
  return text && `?${text}`;
}

/**
 * Returns the state with changes, at the beginning of the list unless they name a page or a cursor.
 */
export function changed(state: FeedState, part: Partial<FeedState>): FeedState {
  return { ...state, after: "", page: 1, ...part };
}

/** Returns the state in another category, without filters. */
export function inCategory(state: FeedState, category: FeedState["category"]): FeedState {
  return changed(state, { ...noFilters, category, isFollowing: false });
}

/** Returns the state of the posts that the member follows, in all categories. */
export function ofFollowed(state: FeedState): FeedState {
  return { ...inCategory(state, ""), isFollowing: true };
}

/**
 * Returns the message key of the link to `withoutFilters`: "reset filters", or where no filter is
 * set "clear search".
 */
export function resetKey(state: FeedState): "community.filters.reset" | "community.search.clear" {
  return activeFilters(state) > 0 ? "community.filters.reset" : "community.search.clear";
}

/** Returns the state without filters and search. */
export function withoutFilters(state: FeedState): FeedState {
  return changed(state, { ...noFilters, search: "" });
}

/**
 * Returns whether the list is all posts, a whole category or a page of them, which search engines
 * index; sorted, filtered or searched lists are not.
 */
export function isPlain(state: FeedState): boolean {
  const isWhole = state.sort === "newest" && state.search === "" && !state.isFollowing;
  return isWhole && activeFilters(state) === 0;
}

/**
 * Returns the path of the Atom feed with the posts of the list in any order, as `FeedLink` takes it:
 * of all posts, a category or a cultivar; undefined for other lists, which have none.
 */
export function atomFeedOf(state: FeedState): string | undefined {
  const { category, tea_variety: cultivar } = state;
  if (!isPlain({ ...state, sort: "newest", tea_variety: "" })) return undefined;
  return cultivar ? `cultivar/${cultivar}` : category && `category/${category}`;
}

/**
 * Returns whether a post of this category that another member publishes now waits above the list:
 * only above the first page of all posts or of its category.
 */
export function waitsAbove(state: FeedState, category: string): boolean {
  const isHere = state.category === "" || state.category === category;
  return isHere && isPlain(state) && state.after === "";
}
