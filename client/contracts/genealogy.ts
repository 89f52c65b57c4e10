/** Parents of all records, as the pages on kinship read them. */
import type { EvidenceKind } from "./cultivar.ts";

export type EdgeSupport = "recorded" | "presumed" | "disputed";

export interface GenealogyParent {
  readonly id: string;
  readonly support: EdgeSupport;
  /** A mutation of the parent itself, such as a bud sport. */
  readonly clone?: boolean;
  /** An ancestor behind a plant without a record, an unknown number of generations above it. */
  readonly indirect?: boolean;
}

export interface GenealogyEntry {
  readonly name: string;
  /** Year of registration, or empty. */
  readonly year: string;
  readonly parents: readonly GenealogyParent[];
  /** Native populations that the plant was selected from; no coefficient counts them. */
  readonly populations?: readonly GenealogyParent[];
  /** A native population: many plants, for which no coefficient is computed. */
  readonly isPopulation?: boolean;
  /** The Japanese name of a plant that has no record and is known as a parent alone. */
  readonly unrecorded?: string;
}

export type Genealogy = Readonly<Record<string, GenealogyEntry>>;

/** The parents that a computation counts: only recorded ones, or doubtful ones as well. */
export type CountedEdges = "recorded" | "all";

/**
 * Returns whether it is only presumed which plant the name of a parent without a record means,
 * since one name can mean two lines: so it is if the parent has `ancestors` (evidence by id) and
 * all their evidence is presumed.
 */
export function isLinePresumed(
  ancestors: Readonly<Record<string, readonly { readonly kind: EvidenceKind }[]>>,
): boolean {
  const all = Object.values(ancestors);
  return all.length > 0 && all.every((one) => one.every(({ kind }) => kind === "presumed"));
}
