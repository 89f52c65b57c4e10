/** Finds texts in normal form inside others without cutting a number. */

/** Returns whether a character is a digit; false for undefined. */
const isDigit = (letter: string | undefined) => letter !== undefined && /^[0-9]$/.test(letter);

/**
 * Returns whether a text contains another, both in normal form. A number, also one after a space,
 * must be a whole number in the text: neither "40" nor "14" is in "1402".
 */
export function isInside(text: string, folded: string): boolean {
  const isNumber = /^ ?[0-9]+$/.test(folded);
  for (let at = text.indexOf(folded); at >= 0; at = text.indexOf(folded, at + 1)) {
    const cutsBefore = isDigit(folded[0]) && isDigit(text[at - 1]);
    const cutsAfter = isNumber && isDigit(text[at + folded.length]);
    if (!cutsBefore && !cutsAfter) return true;
  }
  return false;
}
