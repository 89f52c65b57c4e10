/** The language of a comment, which nobody was asked for: that of most of its signs. */
import type { Language } from "../../contracts/language.ts";

/** A Japanese sign says about as much as two letters. */
const lettersPerSign = 2;

function count(text: string, signs: RegExp): number {
  return text.match(signs)?.length ?? 0;
}

export function languageOf(comment: string): Language {
  const signs = count(comment, /[\p{sc=Hira}\p{sc=Kana}\p{sc=Han}]/gu);
  const letters = count(comment, /\p{sc=Latin}/gu);
  return signs > 0 && signs * lettersPerSign >= letters ? "ja" : "en";
}
