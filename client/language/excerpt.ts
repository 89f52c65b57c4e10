/** Texts shortened to one line. */

/** Replaces runs of white space by one space and removes bidi control characters. */
export function singleLine(text: string): string {
  return text
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** Returns the first `most` characters, with "…" if the text is longer. */
export function excerpt(text: string, most: number): string {
  const characters = [...singleLine(text)];
  if (characters.length <= most) return characters.join("");
  return `${characters.slice(0, most).join("").trimEnd()}…`;
}
