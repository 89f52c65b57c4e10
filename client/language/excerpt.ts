/** A text in one line, as much of it as there is room for. */

/** White space becomes one space; marks that turn the direction of what follows them are left out. */
export function folded(text: string): string {
  return text
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** The first so many characters, with "…" only where something was cut. */
export function excerpt(text: string, most: number): string {
  const characters = [...folded(text)];
  if (characters.length <= most) return characters.join("");
  return `${characters.slice(0, most).join("").trimEnd()}…`;
}
