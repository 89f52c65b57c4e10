/** Texts on one line, shortened or within a sentence, and texts of too many lines to be shown whole. */

// An honest text of the greatest length has fewer line breaks.
const linesMost = 30;

/**
 * Returns a text on one line: each run of white space is one space, and bidi control characters are
 * removed.
 */
export function singleLine(text: string): string {
  return text
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** Returns the first `most` characters of a text on one line, with "…" if it is longer. */
export function excerpt(text: string, most: number): string {
  const characters = [...singleLine(text)];
  if (characters.length <= most) return characters.join("");
  return `${characters.slice(0, most).join("").trimEnd()}…`;
}

// Letters of Hebrew, Arabic and their neighbours.
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * Returns a member's text for a place within a sentence, isolated if it has letters that run to the
 * left: these would pull signs, numbers and words of the sentence with them.
 */
export function isolated(text: string): string {
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text;
}

/** Returns whether a text has so many lines that it scrolls in a box of its own. */
export function isTall(text: string): boolean {
  return text.split("\n").length > linesMost;
}
