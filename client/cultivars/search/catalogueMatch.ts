/** Finds cultivars by everything that their records print; fields have weights. */
import type { IndexEntry } from "../../contracts/cultivar.ts";
import {
  type Matches,
  type OtherNames,
  type SearchField,
  type SearchIndex,
  searchFields,
} from "../../contracts/search.ts";
import { fold } from "./fold.ts";
import { findResembling } from "./nameMatch.ts";
import { inKana } from "./readings.ts";
import { withoutPhrase } from "./registrationPhrase.ts";
import { typosTolerated, withinTypos } from "./typos.ts";
import { isInside } from "./wholeNumbers.ts";

const weights: Readonly<Record<SearchField, number>> = {
  name: 10,
  code: 8,
  parent: 3,
  breeder: 3,
  place: 3,
  use: 3,
  year: 2,
  aroma: 1,
  text: 1,
};

/** Share of a field's weight by how much of a term was typed. */
const share = { exact: 1, prefix: 0.75, inside: 0.5 } as const;

/** Fields whose exact match comes before all other matches. */
const identifying: readonly SearchField[] = ["name", "code"];
/** Fields in which Latin letters may also stand inside a word. */
const namesInside: readonly SearchField[] = ["name", "code", "parent"];

/** Returns whether a normalised text has only Latin letters and digits. */
const isLatin = (folded: string) => /^[a-z0-9]+$/.test(folded);

/**
 * Returns whether a text is a single kana or Latin letter, which is in nearly every text; names and
 * codes may be searched by one.
 */
function isTooShort(folded: string, field: SearchField): boolean {
  return folded.length === 1 && !identifying.includes(field) && /[!-\u30ff]/.test(folded);
}

/** A normalised text that was typed. */
interface Typed {
  readonly folded: string;
  /** True for one of several words, false for the whole search, which may still be typed on. */
  readonly isWord: boolean;
}

/**
 * Returns whether a term begins with the text. A number among words must be a whole number there:
 * "6" does not begin "6449". The beginning of a year counts from three digits on, because "19"
 * begins most years.
 */
function beginsTerm(terms: string, { folded, isWord }: Typed, field: SearchField): boolean {
  const begins = terms.includes(` ${folded}`);
  if (field === "year") return begins && folded.length > 2;
  return begins && (!isWord || isInside(terms, ` ${folded}`));
}

/**
 * Returns the share of a field's weight that a match of the text earns: most for a whole term, less
 * for its beginning or inside, 0 for none. Latin letters count inside a term only in names and codes.
 */
function shareOf(terms: string, typed: Typed, field: SearchField): number {
  const { folded } = typed;
  if (isTooShort(folded, field)) return 0;
  if (terms.includes(` ${folded} `)) return share.exact;
  if (beginsTerm(terms, typed, field)) return share.prefix;
  if (isLatin(folded) && !namesInside.includes(field)) return 0;
  return isInside(terms, folded) ? share.inside : 0;
}

interface Rank {
  /** True when the text is a whole name or code of the record. */
  readonly isExact: boolean;
  readonly score: number;
}

const nothing: Rank = { isExact: false, score: 0 };

/** Returns the best match of a text in the fields of a record. */
function rankOf(fields: readonly string[], typed: Typed): Rank {
  return searchFields.reduce((best, field, at) => {
    const found = shareOf(fields[at] ?? "", typed, field);
    const isExact = found === share.exact && identifying.includes(field);
    return {
      isExact: best.isExact || isExact,
      score: Math.max(best.score, found * weights[field]),
    };
  }, nothing);
}

/** Returns the better score of two matches, exact if one of them is. */
function betterRank(a: Rank, b: Rank): Rank {
  return { isExact: a.isExact || b.isExact, score: Math.max(a.score, b.score) };
}

/** A normalised text as typed, and read in kana where that differs. */
type Spellings = readonly Typed[];

/** Returns a normalised text as typed, and in kana if it has kanji with a known reading. */
function spellingsOf(text: string, isWord: boolean): Spellings {
  return [...new Set([text, inKana(text)])].map((folded) => ({ folded, isWord }));
}

/** Returns the best match of a text in any of its spellings. */
function rankOfText(fields: readonly string[], spellings: Spellings): Rank {
  return spellings.map((one) => rankOf(fields, one)).reduce(betterRank);
}

/**
 * Returns the rank of a record for several words: each must be found in some field, and the mean of
 * their scores counts. A single word has no such rank.
 */
function rankOfWords(fields: readonly string[], words: readonly Spellings[]): Rank {
  if (words.length < 2) return nothing;
  const scores = words.map((word) => rankOfText(fields, word).score);
  if (scores.includes(0)) return nothing;
  return { isExact: false, score: scores.reduce((sum, one) => sum + one, 0) / words.length };
}

/**
 * Returns whether a record has a term of a middle field (parent to use) that is one typo away from
 * the text.
 */
function hasSimilarTerm(index: SearchIndex, id: string, folded: string): boolean {
  const others = (index[id] ?? []).slice(identifying.length, searchFields.indexOf("year"));
  return others.some((terms) => terms.split(" ").some((term) => withinTypos(term, folded, 1)));
}

/**
 * Returns the records in which the whole search, or each of its words, is found: exact names and
 * codes first, then the best score.
 */
function findRanked(
  entries: readonly IndexEntry[],
  index: SearchIndex,
  search: string,
): readonly IndexEntry[] {
  const words = search
    .split(/\s+/)
    .map(fold)
    .filter((word) => word !== "")
    .map((word) => spellingsOf(word, true));
  const whole = spellingsOf(withoutPhrase(search), false);
  return entries
    .flatMap((entry) => {
      const fields = index[entry.id] ?? [];
      const rank = betterRank(rankOfText(fields, whole), rankOfWords(fields, words));
      return rank.score > 0 ? [{ entry, rank }] : [];
    })
    .sort((a, b) => Number(b.rank.isExact) - Number(a.rank.isExact) || b.rank.score - a.rank.score)
    .map(({ entry }) => entry);
}

/** What a search compares with besides the entries. */
interface SearchNames {
  readonly index: SearchIndex;
  readonly others: OtherNames;
}

/**
 * Returns the records that a search for a tea by its place or name leads to: for "狭山茶" those of
 * "狭山". Only for two or more kanji before 茶.
 */
function findWithoutTea(
  entries: readonly IndexEntry[],
  { index }: SearchNames,
  folded: string,
): readonly IndexEntry[] {
  const [, place = ""] = /^(\p{Script=Han}{2,})\u8336$/u.exec(folded) ?? [];
  return place === "" ? [] : findRanked(entries, index, place);
}

/**
 * Returns the records that a search without an exact match may mean: of a tea's place, else with a
 * name, else with a term that is spelled similarly.
 */
function findSimilarSpellings(
  entries: readonly IndexEntry[],
  names: SearchNames,
  search: string,
): Matches {
  const { index, others } = names;
  const folded = fold(search);
  const ofTea = findWithoutTea(entries, names, folded);
  if (ofTea.length > 0) return { found: ofTea, near: true };
  const byName = findResembling(entries, others, search);
  const found =
    byName.length > 0 || typosTolerated(folded) === 0
      ? byName
      : entries.filter(({ id }) => hasSimilarTerm(index, id, folded));
  return { found, near: found.length > 0 };
}

/**
 * Returns the records in which the whole search, or each of its words, is found, best first;
 * without any, those that resemble it, marked as `near`. An empty search finds all, one of signs
 * alone none.
 */
export function matchAll(
  entries: readonly IndexEntry[],
  names: SearchNames,
  search: string,
): Matches {
  const folded = fold(search);
  if (folded === "") return { found: search === "" ? entries : [], near: false };
  const found = findRanked(entries, names.index, search);
  return found.length > 0 ? { found, near: false } : findSimilarSpellings(entries, names, search);
}
