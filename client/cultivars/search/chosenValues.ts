/** Chosen values of the list's filters: how they are joined, shown, added and removed. Pure. */
import type { CatalogueIndex, Named } from "../../contracts/cultivar.ts";
import { type FilterName, filterNames } from "../../contracts/list/filters.ts";
import type { CatalogueState } from "./catalogueSearch.ts";

/** The kind that the list shows without a choice, and the value for all kinds. */
export const listedKind = "cultivar";
export const everyKind = "all";

/**
 * Returns the options with these values, joined by commas in their order; all kinds together are
 * "all". An empty value among others is the box of cultivars in a list without a chosen kind.
 */
export function joinValues(options: readonly Named[], values: readonly string[]): string {
  const chosen = values.length > 1 ? values.map((value) => value || listedKind) : values;
  const ids = options.map(({ id }) => id);
  const known = ids.filter((id) => chosen.includes(id));
  const isEvery = ids.includes(everyKind) && known.length === ids.length - 1;
  return isEvery || known.includes(everyKind) ? everyKind : known.join();
}

/** Returns the kinds as an address has them: cultivars alone are written in a search only. */
export function writtenKind({ search, kind }: CatalogueState): string {
  return kind === listedKind && search === "" ? "" : kind;
}

/** Returns the chosen values of a filter, as the address has them. */
export function chosenOf(state: CatalogueState, name: FilterName): readonly string[] {
  return state[name] === "" ? [] : state[name].split(",");
}

type Filters = Pick<CatalogueIndex, "filters">;

/**
 * Returns the values that a filter lets through, which its boxes show; empty for any. Without a
 * chosen kind or a search the list shows cultivars alone.
 */
export function shownOf(
  state: CatalogueState,
  { filters }: Filters,
  name: FilterName,
): readonly string[] {
  const chosen = chosenOf(state, name);
  if (name !== "kind") return chosen;
  if (state.kind === everyKind) return filters.kind.map(({ id }) => id).slice(0, -1);
  return state.kind === "" && state.search === "" ? [listedKind] : chosen;
}

/** Returns the change that adds this value to its filter, or removes it if it was chosen. */
export function toggle(
  state: CatalogueState,
  index: Filters,
  [name, value]: readonly [FilterName, string],
): Partial<CatalogueState> {
  if (state[name] === value) return { [name]: "" };
  const shown = shownOf(state, index, name);
  const values = shown.includes(value) ? shown.filter((one) => one !== value) : [...shown, value];
  return { [name]: joinValues(index.filters[name], values) };
}

/** Counts the chosen values of all filters; a range of days counts as one. */
export function activeFilters(state: CatalogueState): number {
  const ranges = state.from || state.to ? 1 : 0;
  return filterNames.reduce((sum, name) => sum + chosenOf(state, name).length, ranges);
}
