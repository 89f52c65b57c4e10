/** Typos between two normalised texts: insertions, deletions, substitutions and transpositions. */

/** Lengths from which one and two typos are tolerated. In kana one character is a syllable. */
const oneFromLetters = 4;
const oneFromKana = 3;
const twoFrom = 8;

/** Returns how many typos a text of this length may have, 0 to 2. */
export function typosTolerated(folded: string): number {
  if (folded.length >= twoFrom) return 2;
  return folded.length >= (/^[a-z0-9]+$/.test(folded) ? oneFromLetters : oneFromKana) ? 1 : 0;
}

/** Returns whether `a` becomes `b` by at most `most` typos. */
export function withinTypos(a: string, b: string, most: number): boolean {
  if (Math.abs(a.length - b.length) > most) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  const [left, right] = [a.slice(start), b.slice(start)];
  if (left === right) return true;
  if (most === 0) return false;
  const isSwapped = left[0] === right[1] && left[1] === right[0];
  return (
    withinTypos(left.slice(1), right.slice(1), most - 1) ||
    withinTypos(left, right.slice(1), most - 1) ||
    withinTypos(left.slice(1), right, most - 1) ||
    (isSwapped && withinTypos(left.slice(2), right.slice(2), most - 1))
  );
}

/**
 * Returns whether `folded` resembles a name, or the beginning of a longer one, because typos occur
 * while typing.
 */
export function resembles(name: string, folded: string, most: number): boolean {
  for (let length = folded.length - most; length <= folded.length + most; length++) {
    if (withinTypos(folded, name.slice(0, length), most)) return true;
  }
  return false;
}
