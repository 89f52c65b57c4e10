/** Pages of the lineage groups. */
import type { Named, RecordKind } from "./cultivar.ts";
import type { Diagram, EdgeEvidence } from "./pedigree.ts";

export interface LineageParent {
  /** Null for a parent without a record. */
  readonly id: string | null;
  readonly name: string;
  /** Missing for a parent that a source records without contradiction. */
  readonly evidence?: EdgeEvidence;
}

export interface LineageMember extends Named {
  /** The name in the other language, or empty when it is the same. */
  readonly second: string;
  /** Year of registration, or empty. */
  readonly year: string;
  readonly kind: RecordKind;
  readonly origin: string;
  readonly epithet: string;
  /** Without a parent in the group. */
  readonly isFounder: boolean;
  readonly parents: readonly LineageParent[];
}

/** One line of the list of all groups. */
export interface LineageSummary extends Named {
  readonly founders: readonly Named[];
  /** Members of kind `cultivar`, and all others. */
  readonly cultivars: number;
  readonly others: number;
}

export interface LineageText extends LineageSummary {
  readonly story: string;
  readonly meta: { readonly title: string; readonly description: string };
  /** By year of registration; undated ones last. */
  readonly members: readonly LineageMember[];
  readonly image: { readonly src: string; readonly width: number; readonly height: number };
  readonly previous: Named | null;
  readonly next: Named | null;
}

export interface LineagePageData extends LineageText {
  readonly diagram: Diagram;
}
