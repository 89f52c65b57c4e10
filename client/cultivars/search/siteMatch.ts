/** Finds pages, prefectures and unconfirmed names. */
import type { SiteIndex } from "../../contracts/search.ts";
import { fold } from "./fold.ts";
import { isInside } from "./wholeNumbers.ts";

type UnconfirmedEntry = SiteIndex["names"][number];

/** Letters below which a word is in nearly every text. */
const lettersLeast = 2;

/** Returns the words of a search in normal form. */
function wordsOf(search: string): readonly string[] {
  return search
    .split(/\s+/)
    .map(fold)
    .filter((word) => word !== "");
}

/** Returns whether every word is in one of the texts, numbers as whole numbers. */
function hasAll(texts: readonly string[], words: readonly string[]): boolean {
  const folded = texts.map(fold);
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
 * Returns the pages, prefectures and unconfirmed names that match a search; pages with all words in
 * their title and names that are the whole search come first.
 */
export function matchSite({ pages, prefectures, names }: SiteIndex, search: string): SiteIndex {
  const words = wordsOf(search);
  const whole = fold(search);
  if (whole.length < lettersLeast) return { pages: [], prefectures: [], names: [] };
  const long = words.filter((word) => word.length >= lettersLeast);
  const inTitle = pages.filter(({ title }) => hasAll([title], words));
  const inText = pages.filter(({ title, text, names = [] }) =>
    hasAll([title, text, ...names], words),
  );
  return {
    pages: [...new Set([...inTitle, ...inText])],
    prefectures: prefectures.filter(({ name, others }) => beginsWithAny([name, ...others], long)),
    names: names
      .filter(({ name, other }) => hasAll([name, other], words))
      .toSorted((a, b) => Number(isNameOf(b, search)) - Number(isNameOf(a, search))),
  };
}
