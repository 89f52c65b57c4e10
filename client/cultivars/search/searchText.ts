/** The text of a search as pages show it. */
import { searchCharacters } from "../../contracts/limits.generated.ts";
import { withoutInvisible } from "./invisible.ts";

/**
 * Returns a search as pages show it: without control and invisible characters, which must not reach
 * a title, and spaces at its ends, and cut to the greatest length; empty for null.
 */
export function readSearch(text: string | null): string {
  const visible = withoutInvisible((text ?? "").replace(/\p{Cc}/gu, ""));
  return [...visible.trim()].slice(0, searchCharacters).join("");
}
