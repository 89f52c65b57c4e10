/** Finds cultivars by any of their names in any spelling, allowing one typo, and two in long names. */
import type { IndexEntry } from "../../contracts/cultivar.ts";
import type { Matches, OtherNames } from "../../contracts/search.ts";
import { fold, foldLetters } from "./fold.ts";
import { resembles, typosTolerated } from "./typos.ts";

/** What the search by name reads of an entry. */
export type NamedEntry = Pick<IndexEntry, "id" | "nameJa" | "nameEn">;

/**
 * Returns the entries whose names contain the search, the closest first; without any, those with a
 * similar name, marked as `near`. An empty search finds all, one of signs alone none.
 */
export function matchByName<Entry extends NamedEntry>(
  entries: readonly Entry[],
  others: OtherNames,
  search: string,
): Matches<Entry> {
  const folded = fold(search);
  if (folded === "") return { found: search === "" ? entries : [], near: false };
  const found = findMatching(entries, others, folded);
  if (found.length > 0) return { found, near: false };
  const near = findResembling(entries, others, search);
  return { found: near, near: near.length > 0 };
}

/**
 * Returns the entries with a name that is spelled similarly to the search; none for a short search,
 * which allows no typo.
 */
export function findResembling<Entry extends NamedEntry>(
  entries: readonly Entry[],
  others: OtherNames,
  search: string,
): readonly Entry[] {
  const [folded, letters] = [fold(search), foldLetters(search)];
  const most = typosTolerated(folded);
  if (most === 0) return [];
  return entries.filter(
    (entry) =>
      foldedNamesOf(entry, others).some((name) => resembles(name, folded, most)) ||
      writtenNamesOf(entry, others).some((name) => resembles(foldLetters(name), letters, most)),
  );
}

const foldedNames = new WeakMap<NamedEntry, readonly string[]>();

/** Returns all names of an entry, and its id, as written. */
function writtenNamesOf({ id, nameJa, nameEn }: NamedEntry, others: OtherNames): readonly string[] {
  return [nameJa, nameEn, id, ...(others[id] ?? [])];
}

/**
 * Returns every name of an entry in normal form; the result is cached, because an entry's names
 * never change.
 */
function foldedNamesOf(entry: NamedEntry, others: OtherNames): readonly string[] {
  const known = foldedNames.get(entry);
  if (known) return known;
  const names = [...new Set(writtenNamesOf(entry, others).map(fold))];
  foldedNames.set(entry, names);
  return names;
}

/**
 * Returns the rank of the best name: 0 for a whole name, 1 for a prefix, 2 for a substring,
 * undefined without a match.
 */
function rankMatch(names: readonly string[], folded: string): number | undefined {
  const ranks = names.flatMap((name) => {
    const at = name.indexOf(folded);
    if (at < 0) return [];
    return name.length === folded.length ? [0] : [at === 0 ? 1 : 2];
  });
  return ranks.length > 0 ? Math.min(...ranks) : undefined;
}

/** Returns the entries with a name that contains the normalised text, the closest first. */
function findMatching<Entry extends NamedEntry>(
  entries: readonly Entry[],
  others: OtherNames,
  folded: string,
): readonly Entry[] {
  return entries
    .flatMap((entry) => {
      const rank = rankMatch(foldedNamesOf(entry, others), folded);
      return rank === undefined ? [] : [{ entry, rank }];
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry);
}
