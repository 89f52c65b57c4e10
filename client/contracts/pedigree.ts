/** A laid-out pedigree: positions of names and lines, the same in both languages. */

export type EdgeRole = "seed" | "pollen" | "selection" | "indirect";

/** `native` is a population from which cultivars were selected, `line` a breeding line without a record. */
export type NodeKind = "self" | "cultivar" | "line" | "native" | "unknown";

/** A name; `lines` is its short form where the name is too long. */
export interface Label {
  readonly nameJa: string;
  readonly nameEn: string;
  readonly linesJa?: readonly string[];
  readonly linesEn?: readonly string[];
}

/** A parent that is named beside its child because no line connects them. */
export interface Other extends Label {
  readonly id: string | null;
}

export interface DiagramNode extends Label {
  readonly id: string | null;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly kind: NodeKind;
  /** The lineage group whose colour the name has, "0" to "14". */
  readonly code: string | null;
  readonly with?: readonly Other[];
}

/** Support of a parent that no register or breeder records without contradiction; `list` was read in a list, a shop page or the press, `presumed` includes parents not yet tied to a source. */
export type EdgeEvidence = "dna" | "list" | "presumed" | "disputed";

export interface DiagramEdge {
  readonly from: number;
  readonly to: number;
  readonly role: EdgeRole | null;
  readonly path: string;
  readonly evidence?: EdgeEvidence;
  /** Where the sign of the evidence stands. */
  readonly sign?: readonly [number, number];
}

export interface Diagram {
  /** `tree` is a box diagram above its subject; `rows` has one row a name, indented by generation; `layers` has generations from left to right. */
  readonly form: "tree" | "rows" | "layers";
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly DiagramNode[];
  readonly edges: readonly DiagramEdge[];
}

/** The image of a group: title, file and size in pixels. */
export interface Picture {
  readonly file: string;
  readonly nameJa: string;
  readonly nameEn: string;
  readonly width: number;
  readonly height: number;
}

export interface Diagrams {
  readonly ancestors: Readonly<Record<string, Diagram>>;
  readonly groups: Readonly<Record<string, Diagram>>;
  readonly pictures: Readonly<Record<string, Picture>>;
}
