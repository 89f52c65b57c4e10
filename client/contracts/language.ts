/** The two languages of the site. */

export const languages = ["en", "ja"] as const;
export type Language = (typeof languages)[number];

// From the iteration mark 々 through kana to the last common kanji.
const japanese = /[\u3005-\u9fff]/;

/** Guesses the language of a text from its script. */
export function writtenIn(text: string): Language {
  return japanese.test(text) ? "ja" : "en";
}
