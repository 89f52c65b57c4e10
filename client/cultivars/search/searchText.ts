/** The text of a search as pages show it. */
import { searchCharacters } from "../../contracts/limits.generated.ts";

/** Control and bidi characters are removed: they are in no name and must not reach a title. */
const invisible = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Returns a search as pages show it: without invisible characters and spaces at its ends, and cut
 * to the greatest length; empty for null.
 */
export function readSearch(text: string | null): string {
  return [...(text ?? "").replace(invisible, "").trim()].slice(0, searchCharacters).join("");
}
