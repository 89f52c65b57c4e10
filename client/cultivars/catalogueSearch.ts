/** Search and filters of the catalogue. Pure. */
import { cultivarPageSize, searchCharacters } from "../contracts/limits.generated.ts";
import { matchByName, type Matches } from "./catalogue/nameMatch.ts";
import {
  type CatalogueIndex,
  type FilterName,
  filterNames,
  type IndexEntry,
  type Named,
} from "../contracts/cultivar.ts";

export interface CatalogueState {
  readonly search: string;
  readonly origin: string;
  readonly suitableFor: string;
  readonly lineage: string;
  readonly page: number;
}

export const unfiltered: CatalogueState = {
  search: "",
  origin: "",
  suitableFor: "",
  lineage: "",
  page: 1,
};

function valuesOf(entry: IndexEntry, filter: FilterName): readonly Named[] {
  if (filter === "origin") return entry.origin ? [entry.origin] : [];
  return filter === "suitableFor" ? entry.uses : entry.lineages;
}

/** Control and bidi characters are removed: they are in no name and must not reach a title. */
const invisible = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

function plain(text: string): string {
  return [...text.replace(invisible, "").trim()].slice(0, searchCharacters).join("");
}

/** Parses the address. Unknown values are ignored, so any query gives a page. */
export function stateOf(query: URLSearchParams, index: CatalogueIndex): CatalogueState {
  const filter = (name: FilterName) => {
    const requested = query.get(name) ?? "";
    return index.filters[name].some((option) => option.id === requested) ? requested : "";
  };
  const page = Number(/^[1-9]\d{0,3}$/.exec(query.get("page") ?? "")?.[0] ?? "1");
  const lastPage = Math.ceil(index.cultivars.length / cultivarPageSize);
  return {
    search: plain(query.get("search") ?? ""),
    origin: filter("origin"),
    suitableFor: filter("suitableFor"),
    lineage: filter("lineage"),
    page: Math.min(page, lastPage),
  };
}

/** The state as query parameters; unset values are left out. */
export function queryOf(state: CatalogueState): string {
  const query = new URLSearchParams();
  if (state.search) query.set("search", state.search);
  for (const name of filterNames) if (state[name]) query.set(name, state[name]);
  if (state.page > 1) query.set("page", String(state.page));
  const text = query.toString();
  return text && `?${text}`;
}

export function activeFilters(state: CatalogueState): number {
  return filterNames.filter((name) => state[name] !== "").length;
}

export function searchCatalogue(all: readonly IndexEntry[], state: CatalogueState): Matches {
  const kept = all.filter((entry) =>
    filterNames.every(
      (name) => state[name] === "" || valuesOf(entry, name).some(({ id }) => id === state[name]),
    ),
  );
  return matchByName(kept, state.search);
}
