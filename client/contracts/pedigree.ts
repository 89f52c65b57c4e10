/** A laid-out pedigree: where each name stands and how the lines run, the same in both languages. */

export type EdgeRole = "seed" | "pollen" | "selection" | "indirect";

/** `native` is a population that was selected from, `line` a breeding line with no record of its own. */
export type NodeKind = "self" | "cultivar" | "line" | "native" | "unknown";

/** A name; the lines say how to write it in little room where the name itself is too long. */
export interface Label {
  readonly nameJa: string;
  readonly nameEn: string;
  readonly linesJa?: readonly string[];
  readonly linesEn?: readonly string[];
}

/** A parent that is told beside its child, because it has no line of its own to it. */
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
  /** The lineage group whose colour the name carries, "0" to "14". */
  readonly code: string | null;
  readonly with?: readonly Other[];
}

export interface DiagramEdge {
  readonly from: number;
  readonly to: number;
  readonly role: EdgeRole | null;
  readonly path: string;
}

export interface Diagram {
  /** `tree` stands over its subject in boxes; `rows` gives every name a row, indented by generation. */
  readonly form: "tree" | "rows";
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly DiagramNode[];
  readonly edges: readonly DiagramEdge[];
}

/** The drawn picture of a group: its title, its file and the pixels of that file. */
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
