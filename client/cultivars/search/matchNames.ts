/** The search by name for pages that only the worker draws; names may be in kanji that are registered in kana. */
import names from "../../../build/catalogue/otherNames.json";
import type { Matches } from "../../contracts/search.ts";
import { fold } from "./fold.ts";
import { matchByName, type NamedEntry } from "./nameMatch.ts";
import { inKana } from "./readings.ts";

/** Returns whether the normalised text is the whole id or name of an entry. */
function isNamed({ id, nameJa, nameEn }: NamedEntry, folded: string): boolean {
  return [id, nameJa, nameEn].some((name) => fold(name) === folded);
}

/** Returns the one entry that the text names; else those that may be meant, marked as `near`. */
export function matchNames<Entry extends NamedEntry>(
  entries: readonly Entry[],
  text: string,
): Matches<Entry> {
  const folded = fold(text);
  if (folded === "") return { found: [], near: true };
  const results = [folded, inKana(folded)].map((one) => ({
    one,
    ...matchByName(entries, names, one),
  }));
  const result = results.find(({ found, near }) => !near && found.length > 0) ?? results[0];
  if (result === undefined || result.near) return { found: result?.found ?? [], near: true };
  const { one, found } = result;
  const whole = found.length === 1 ? found : found.filter((entry) => isNamed(entry, one));
  return whole.length > 0 ? { found: whole.slice(0, 1), near: false } : { found, near: true };
}
