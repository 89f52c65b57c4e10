/** Words of notes on aroma as values of a filter. */
import { otherValue } from "../../../contracts/list/filters.ts";
import type { Language } from "../../../contracts/language.ts";
import type { CultivarRecord } from "../records.ts";

export const aromaWords = [
  "floral",
  "jasmine",
  "orchid",
  "cherry",
  "fruity",
  "grape",
  "vanilla",
  "sweet",
  "fresh",
  "refreshing",
  "elegant",
  "mild",
  "rich",
  "umami",
  "withered",
] as const;

/** Returns the words of the aroma filter that the English notes contain. */
function wordsIn(notes: readonly string[]): readonly string[] {
  const words = notes.flatMap((note) => note.toLowerCase().split(/[^a-z]+/));
  return aromaWords.filter((word) => words.includes(word));
}

/**
 * Returns the words of the aroma filter for each note in a language. A single Japanese note may
 * translate several English ones and has the words of all; other notes that do not pair up have
 * none.
 */
export function aromaByNote(
  { aroma }: CultivarRecord,
  language: Language,
): readonly (readonly string[])[] {
  const notes = aroma[language];
  if (notes.length === aroma.en.length) return aroma.en.map((note) => wordsIn([note]));
  return notes.map(() => (notes.length === 1 ? wordsIn(aroma.en) : []));
}

/**
 * Returns a record's values of the aroma filter, the same in both languages: the words in its
 * English notes, or `other` for notes with none of them; empty without notes.
 */
export function aromaOf({ aroma }: CultivarRecord): readonly string[] {
  const found = wordsIn(aroma.en);
  return found.length > 0 || aroma.en.length === 0 ? found : [otherValue];
}
