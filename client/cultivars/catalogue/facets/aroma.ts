/** Words of notes on aroma as values of a filter. */
import { otherValue } from "../../../contracts/cultivar.ts";
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

/** Returns the words of the notes; `other` for notes with none of them. */
export function aromaOf({ aroma }: CultivarRecord): readonly string[] {
  const words = aroma.en.flatMap((note) => note.toLowerCase().split(/[^a-z]+/));
  const found = aromaWords.filter((word) => words.includes(word));
  return found.length > 0 || aroma.en.length === 0 ? found : [otherValue];
}
