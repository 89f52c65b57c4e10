/** Parents of all records, as the pages on kinship read them. */

export type EdgeSupport = "recorded" | "presumed" | "disputed";

export interface GenealogyParent {
  readonly id: string;
  readonly support: EdgeSupport;
  /** A mutation of the parent itself, such as a bud sport. */
  readonly clone?: boolean;
}

export interface GenealogyEntry {
  readonly name: string;
  /** Year of registration, or empty. */
  readonly year: string;
  readonly parents: readonly GenealogyParent[];
}

export type Genealogy = Readonly<Record<string, GenealogyEntry>>;

/** The parents that a computation counts: only recorded ones, or doubtful ones as well. */
export type CountedEdges = "recorded" | "all";
