/** The page of the complete pedigree; made at build time. */
import type { PageMetaText } from "./overview.ts";
import type { Diagram, DiagramEdge } from "../pedigree.ts";

export interface WholeEdge extends DiagramEdge {
  /** A mutation of the parent itself, such as a bud sport. */
  readonly isClone?: boolean;
}

export interface WholeDiagram extends Diagram {
  readonly form: "layers";
  readonly edges: readonly WholeEdge[];
  /** Generation of each connected name; the names after them have no known parent or child. */
  readonly generations: readonly number[];
  /** Baseline of the heading above those names, in px. */
  readonly below: number;
}

export interface WholePedigree {
  readonly meta: PageMetaText;
  readonly diagram: WholeDiagram;
}
