/** The chunk that holds a cultivar's record; each chunk holds a few records. */

export const shardCount = 12;

const spread = 31;
const mostSum = 65_521;

/**
 * Returns the number of the chunk, from 0, by a hash of the id, the same at build time and in the
 * browser.
 */
export function shardOf(id: string): number {
  let sum = 0;
  for (const letter of id) sum = (sum * spread + (letter.codePointAt(0) ?? 0)) % mostSum;
  return sum % shardCount;
}
