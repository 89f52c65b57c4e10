/** Width of a text in columns, as in a search result: a full-width character has two. */

// East Asian wide and full-width characters, as Unicode's EastAsianWidth.txt lists them.
const wide =
  /[\u1100-\u115f\u231a\u231b\u23e9-\u23ec\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6b\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u;

/** Returns the columns of a character: 2 for a full-width one, else 1. */
function columnsOf(character: string): number {
  return wide.test(character) ? 2 : 1;
}

/** Cuts a line to `most` columns; the "…" at its end has one column. */
export function cutToColumns(text: string, most: number): string {
  const characters = [...text];
  const total = characters.reduce((sum, character) => sum + columnsOf(character), 0);
  if (total <= most) return text;
  let left = most - 1;
  const kept = characters.findIndex((character) => {
    left -= columnsOf(character);
    return left < 0;
  });
  return `${characters.slice(0, kept).join("").replace(/ +$/, "")}…`;
}
