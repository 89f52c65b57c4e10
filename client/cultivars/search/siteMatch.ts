/** Finds pages, prefectures and unconfirmed names. */
import type { SiteIndex } from "../../contracts/search.ts";
import { fold } from "./fold.ts";
import { isInside } from "./wholeNumbers.ts";

type UnconfirmedEntry = SiteIndex["names"][number];

type PageEntry = SiteIndex["pages"][number];

/** Letters below which a word is in nearly every text. */
const lettersLeast = 2;

/** Returns whether a word is long enough to be searched; one kanji is. */
const isLongEnough = (word: string) =>
  word.length >= lettersLeast || /^\p{Script=Han}$/u.test(word);

/** Returns the words of a search in normal form. */
function wordsOf(search: string): readonly string[] {
  return search
    .split(/\s+/)
    .map(fold)
    .filter((word) => word !== "");
}

/** Returns whether every word is in one of the normalised texts, numbers as whole numbers. */
function hasAll(folded: readonly string[], words: readonly string[]): boolean {
  return words.every((word) => folded.some((text) => isInside(text, word)));
}

/** Returns whether a name begins with one of the words; places are typed from the beginning. */
function beginsWithAny(names: readonly string[], words: readonly string[]): boolean {
  const folded = names.map(fold);
  return words.some((word) => folded.some((name) => name !== "" && name.startsWith(word)));
}

/** Returns whether the search is the whole of an unconfirmed name in either language. */
export function isNameOf({ name, other }: UnconfirmedEntry, search: string): boolean {
  const whole = fold(search);
  return whole !== "" && [name, other].some((one) => fold(one) === whole);
}

/**
 * Returns the rank of a page: 0 if the search is one of its names, 1 and 2 if all words are in its
 * title or in its names, 3 if they are in these and its text, where one kanji does not count,
 * because it is in nearly every text; undefined without a match.
 */
function rankOf({ title, text, names = [] }: PageEntry, search: string): number | undefined {
  const words = wordsOf(search);
  const whole = fold(search);
  const called = [title, ...names].map(fold);
  if (called.includes(whole)) return 0;
  if (hasAll(called.slice(0, 1), words)) return 1;
  if (hasAll(called, words)) return 2;
  const isFound = whole.length >= lettersLeast && hasAll([...called, fold(text)], words);
  return isFound ? 3 : undefined;
}

/** Returns the pages that a search finds, best first. */
function matchPages(pages: SiteIndex["pages"], search: string): SiteIndex["pages"] {
  return pages
    .flatMap((page) => {
      const rank = rankOf(page, search);
      return rank === undefined ? [] : [{ page, rank }];
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ page }) => page);
}

/**
 * Returns the pages, prefectures and unconfirmed names that match a search; names that are the
 * whole search come first.
 */
export function matchSite({ pages, prefectures, names }: SiteIndex, search: string): SiteIndex {
  const words = wordsOf(search);
  if (!isLongEnough(fold(search))) return { pages: [], prefectures: [], names: [] };
  const long = words.filter(isLongEnough);
  return {
    pages: matchPages(pages, search),
    prefectures: prefectures.filter(({ name, others }) => beginsWithAny([name, ...others], long)),
    names: names
      .filter(({ name, other }) => hasAll([name, other].map(fold), words))
      .toSorted((a, b) => Number(isNameOf(b, search)) - Number(isNameOf(a, search))),
  };
}
