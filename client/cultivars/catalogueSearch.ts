/** Search and filters of the catalogue: pure, the same in the worker and in the browser. */
import { cultivarPageSize, searchCharacters } from "../contracts/limits.ts";
import { fold, foldLetters } from "../catalogue/fold.ts";
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

export interface CatalogueResult {
  readonly found: readonly IndexEntry[];
  /** True when nothing matched as typed and the closest spellings are shown instead. */
  readonly near: boolean;
}

export const everything: CatalogueState = {
  search: "",
  origin: "",
  suitableFor: "",
  lineage: "",
  page: 1,
};

const shortestTypo = 4;

function valuesOf(entry: IndexEntry, filter: FilterName): readonly Named[] {
  if (filter === "origin") return entry.origin ? [entry.origin] : [];
  return filter === "suitableFor" ? entry.uses : entry.lineages;
}

/** Controls and signs that turn the direction of writing belong to no name, and must not reach a title. */
const invisible = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

function plain(text: string): string {
  return [...text.replace(invisible, "").trim()].slice(0, searchCharacters).join("");
}

/** Reads the address. What it does not understand is left out, so any query at all gives a page. */
export function stateOf(query: URLSearchParams, index: CatalogueIndex): CatalogueState {
  const filter = (name: FilterName) => {
    const asked = query.get(name) ?? "";
    return index.filters[name].some((option) => option.id === asked) ? asked : "";
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

/** The state as the query of an address; what is not set does not appear. */
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

/** True when `a` becomes `b` by at most one letter added, dropped, changed or swapped with the next. */
export function withinOneTypo(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  const swapped =
    a[start] === b[start + 1] &&
    a[start + 1] === b[start] &&
    a.slice(start + 2) === b.slice(start + 2);
  const changed = a.slice(start + 1) === b.slice(start + 1);
  const added = a.slice(start) === b.slice(start + 1);
  const dropped = a.slice(start + 1) === b.slice(start);
  return swapped || changed || added || dropped;
}

const foldedNames = new WeakMap<IndexEntry, readonly string[]>();

function spellingsOf({ id, nameJa, nameEn, also }: IndexEntry): readonly string[] {
  return [nameJa, nameEn, id, ...also];
}

/** Every name of an entry in the form that queries are compared in; folded once an entry. */
function namesOf(entry: IndexEntry): readonly string[] {
  const known = foldedNames.get(entry);
  if (known) return known;
  const names = [...new Set(spellingsOf(entry).map(fold))];
  foldedNames.set(entry, names);
  return names;
}

/** 0 the whole name, 1 its beginning, 2 inside it, none when it does not match. */
function closeness(entry: IndexEntry, folded: string): number | undefined {
  const ranks = namesOf(entry).flatMap((name) => {
    const at = name.indexOf(folded);
    if (at < 0) return [];
    return name.length === folded.length ? [0] : [at === 0 ? 1 : 2];
  });
  return ranks.length > 0 ? Math.min(...ranks) : undefined;
}

function matching(entries: readonly IndexEntry[], folded: string): readonly IndexEntry[] {
  return entries
    .flatMap((entry) => {
      const rank = closeness(entry, folded);
      return rank === undefined ? [] : [{ entry, rank }];
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry);
}

/** A short beginning of a longer name counts too: a typo is made while the name is still being typed. */
function resembles(name: string, folded: string): boolean {
  const lengths = [folded.length - 1, folded.length, folded.length + 1];
  return lengths.some((length) => withinOneTypo(folded, name.slice(0, length)));
}

/** Kana names are short, a syllable a letter: one letter in three may be wrong there, one in four in romaji. */
function shortestFor(folded: string): number {
  return /^[a-z0-9]+$/.test(folded) ? shortestTypo : shortestTypo - 1;
}

export function searchCatalogue(
  all: readonly IndexEntry[],
  state: CatalogueState,
): CatalogueResult {
  const kept = all.filter((entry) =>
    filterNames.every(
      (name) => state[name] === "" || valuesOf(entry, name).some(({ id }) => id === state[name]),
    ),
  );
  const folded = fold(state.search);
  if (folded === "") return { found: state.search === "" ? kept : [], near: false };
  const found = matching(kept, folded);
  if (found.length > 0 || folded.length < shortestFor(folded)) return { found, near: false };
  const letters = foldLetters(state.search);
  const near = kept.filter(
    (entry) =>
      namesOf(entry).some((name) => resembles(name, folded)) ||
      spellingsOf(entry).some((name) => resembles(foldLetters(name), letters)),
  );
  return { found: near, near: near.length > 0 };
}
