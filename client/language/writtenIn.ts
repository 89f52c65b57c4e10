/** The language that a title is written in, as far as its signs tell. */
import type { Language } from "../contracts/language.ts";

const japanese = /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}]/u;

export function writtenIn(text: string): Language {
  return japanese.test(text) ? "ja" : "en";
}
