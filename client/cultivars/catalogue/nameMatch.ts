/** Finds cultivars by any of their names in any spelling, allowing one typo. */
import type { IndexEntry } from "../../contracts/cultivar.ts";
import { fold, foldLetters } from "./fold.ts";

export interface Matches {
  readonly found: readonly IndexEntry[];
  /** True when nothing matched exactly and the closest names are shown. */
  readonly near: boolean;
}

const shortestTypo = 4;

export function matchByName(entries: readonly IndexEntry[], search: string): Matches {
  const folded = fold(search);
  if (folded === "") return { found: search === "" ? entries : [], near: false };
  const found = matching(entries, folded);
  if (found.length > 0 || folded.length < shortestFor(folded)) return { found, near: false };
  const letters = foldLetters(search);
  const near = entries.filter(
    (entry) =>
      namesOf(entry).some((name) => resembles(name, folded)) ||
      spellingsOf(entry).some((name) => resembles(foldLetters(name), letters)),
  );
  return { found: near, near: near.length > 0 };
}

/** Whether `a` becomes `b` by at most one insertion, deletion, substitution or transposition. */
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

/** Every name of an entry in normal form; computed once an entry. */
function namesOf(entry: IndexEntry): readonly string[] {
  const known = foldedNames.get(entry);
  if (known) return known;
  const names = [...new Set(spellingsOf(entry).map(fold))];
  foldedNames.set(entry, names);
  return names;
}

/** 0 for a whole name, 1 for a prefix, 2 for a substring, none without a match. */
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

/** A prefix of a longer name counts too, because typos occur while typing. */
function resembles(name: string, folded: string): boolean {
  const lengths = [folded.length - 1, folded.length, folded.length + 1];
  return lengths.some((length) => withinOneTypo(folded, name.slice(0, length)));
}

/** In kana one character is a syllable: one wrong in three is allowed, in romaji one in four. */
function shortestFor(folded: string): number {
  return /^[a-z0-9]+$/.test(folded) ? shortestTypo : shortestTypo - 1;
}
