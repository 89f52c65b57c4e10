/** Diagrams of the lineage groups; their table is loaded when a reader opens the first one. */
import type { Diagram } from "./pedigree.ts";

/** Loads the pedigree of a lineage by its code. */
export async function loadGroupDiagram(code: string): Promise<Diagram> {
  const loaded: { default: Diagram } = await import(`../../build/catalogue/groups/${code}.json`);
  return loaded.default;
}
