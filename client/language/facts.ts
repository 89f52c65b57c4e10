/** Short facts about one thing, in one line. */
import type { Language } from "../contracts/language.ts";

/** Joins the facts that are known by the middle dot of the language. */
export function factsText(
  facts: readonly (string | null | undefined)[],
  language: Language,
): string {
  return facts.filter(Boolean).join(language === "ja" ? "・" : " · ");
}

/**
 * Returns the space after a full stop or colon, or before a bracket; Japanese signs bring their own.
 */
export function spaceAfterSign(language: Language): string {
  return language === "ja" ? "" : " ";
}
