/** Ancestors of a record in the genealogy. */
import type {
  CountedEdges,
  Genealogy,
  GenealogyEntry,
  GenealogyParent,
} from "../../contracts/genealogy.ts";

/** Returns the entry of a record in the genealogy; throws for an unknown id. */
export function entryOf(genealogy: Genealogy, id: string): GenealogyEntry {
  const entry = genealogy[id];
  if (entry === undefined) throw new Error(`no record named ${id}`);
  return entry;
}

/**
 * Returns the parents of a record that are counted: all, or those whose parentage is recorded
 * without doubt.
 */
export function countedParents(
  genealogy: Genealogy,
  id: string,
  counted: CountedEdges,
): readonly GenealogyParent[] {
  const { parents } = entryOf(genealogy, id);
  return counted === "all" ? parents : parents.filter(({ support }) => support === "recorded");
}

/**
 * Returns the record and its counted ancestors, each with the smallest number of generations up to
 * it; 0 for the record itself.
 */
export function ancestorsOf(
  genealogy: Genealogy,
  id: string,
  counted: CountedEdges,
): ReadonlyMap<string, number> {
  const found = new Map([[id, 0]]);
  for (const [reached, generations] of found) {
    for (const parent of countedParents(genealogy, reached, counted)) {
      if (!found.has(parent.id)) found.set(parent.id, generations + 1);
    }
  }
  return found;
}

/**
 * Returns the common ancestors of all these records, without those that are an ancestor of another
 * one in the list. A record counts as its own ancestor.
 */
export function nearestCommonAncestorsOf(
  genealogy: Genealogy,
  ids: readonly string[],
  counted: CountedEdges,
): readonly string[] {
  const [first, ...others] = ids.map((id) => ancestorsOf(genealogy, id, counted));
  const shared = [...(first?.keys() ?? [])].filter((id) => others.every((one) => one.has(id)));
  const behind = shared.map((id) => ancestorsOf(genealogy, id, counted));
  return shared.filter((id, place) => !behind.some((one, other) => other !== place && one.has(id)));
}
