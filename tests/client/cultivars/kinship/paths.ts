/** Kinship by Wright's sum over paths through common ancestors, to check the method of the client. */
import type { Genealogy } from "../../../../client/contracts/genealogy.ts";

/** Returns all lines of descent from an ancestor to a record, each from the record upwards. */
function linesTo(
  genealogy: Genealogy,
  id: string,
  ancestor: string,
): readonly (readonly string[])[] {
  if (id === ancestor) return [[id]];
  const parents = genealogy[id]?.parents ?? [];
  return parents.flatMap((parent) =>
    linesTo(genealogy, parent.id, ancestor).map((line) => [id, ...line]),
  );
}

function inbreedingByPaths(genealogy: Genealogy, id: string): number {
  const [seed, pollen] = genealogy[id]?.parents ?? [];
  return seed && pollen ? kinshipByPaths(genealogy, seed.id, pollen.id) : 0;
}

/** Returns the kinship of two records of a genealogy without clones. */
export function kinshipByPaths(genealogy: Genealogy, a: string, b: string): number {
  let sum = 0;
  for (const ancestor of Object.keys(genealogy)) {
    const left = linesTo(genealogy, a, ancestor);
    const right = linesTo(genealogy, b, ancestor);
    if (left.length === 0 || right.length === 0) continue;
    const ofAncestor = 1 + inbreedingByPaths(genealogy, ancestor);
    for (const up of left) {
      for (const down of right) {
        const meetsOnce = up.filter((id) => down.includes(id)).length === 1;
        if (meetsOnce) sum += ofAncestor * 0.5 ** (up.length + down.length - 1);
      }
    }
  }
  return sum;
}
