/** The two languages of the site. */

export const languages = ["en", "ja"] as const;
export type Language = (typeof languages)[number];

// From the sign that repeats a kanji through kana to the last of the common kanji.
const japanese = /[\u3005-\u9fff]/;

/** The language that a text is written in, as far as its signs tell. */
export function writtenIn(text: string): Language {
  return japanese.test(text) ? "ja" : "en";
}
