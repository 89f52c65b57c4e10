/** Which chunk holds a cultivar's record: a few records a chunk, so that opening one does not load them all. */

export const shardCount = 12;

const spread = 31;
const mostSum = 65_521;

export function shardOf(id: string): number {
  let sum = 0;
  for (const letter of id) sum = (sum * spread + (letter.codePointAt(0) ?? 0)) % mostSum;
  return sum % shardCount;
}
