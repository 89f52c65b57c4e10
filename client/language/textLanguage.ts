/** Guesses the language of a member's text from the proportion of Japanese and Latin characters. */
import type { Language } from "../contracts/language.ts";

/** A Japanese character counts as two Latin letters. */
const lettersPerSign = 2;

/** Counts the matches of a pattern in a text; the pattern needs the flag `g`. */
function count(text: string, signs: RegExp): number {
  return text.match(signs)?.length ?? 0;
}

/**
 * Returns "ja" if the text has enough kana and kanji in proportion to its Latin letters, else "en".
 */
export function textLanguage(text: string): Language {
  const signs = count(text, /[\p{sc=Hira}\p{sc=Kana}\p{sc=Han}]/gu);
  const letters = count(text, /\p{sc=Latin}/gu);
  return signs > 0 && signs * lettersPerSign >= letters ? "ja" : "en";
}
