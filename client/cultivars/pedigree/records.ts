/** The part of the catalogue needed for pedigrees, with its validation. */
import type { Basis, EvidenceKind } from "../../contracts/cultivar.ts";
import { isLinePresumed } from "../../contracts/genealogy.ts";
import type { EdgeEvidence, EdgeRole } from "../../contracts/pedigree.ts";

type Evidence = readonly { readonly kind: EvidenceKind; readonly basis: Basis }[];

export interface ParentRecord {
  readonly cultivarId: string | null;
  readonly role: Exclude<EdgeRole, "indirect"> | null;
  readonly nameJa: string;
  readonly nameEn: string;
  /** Evidence for each record that a parent without one descends from, by id. */
  readonly ancestors: Readonly<Record<string, Evidence>>;
  /** True for a mutation of the parent itself. */
  readonly clone?: boolean;
  readonly evidence: Evidence;
}

/**
 * Returns the evidence that is drawn on a parent's line; undefined for a parent that a source
 * records without contradiction. If it is presumed which line the parent's name means, it is
 * "presumed".
 */
export function evidenceOf({ evidence, ancestors }: ParentRecord): EdgeEvidence | undefined {
  return drawnEvidence(evidence) ?? (isLinePresumed(ancestors) ? "presumed" : undefined);
}

/**
 * Returns the evidence that is drawn on the line to a parent or to an ancestor behind it, the first
 * that applies of: disputed, agreeing DNA, nothing firmer than a presumption, lists alone.
 * Undefined where other sources record it.
 */
export function drawnEvidence(evidence: Evidence): EdgeEvidence | undefined {
  const kinds = evidence.map(({ kind }) => kind);
  if (kinds.includes("disputed")) return "disputed";
  if (kinds.includes("dna")) return "dna";
  const firm = evidence.filter(({ kind, basis }) => kind !== "presumed" && basis !== "carried");
  if (firm.length === 0) return "presumed";
  return firm.every(({ kind }) => kind === "list") ? "list" : undefined;
}

export interface CultivarRecord {
  readonly kind?: string;
  readonly nameJa: string;
  readonly nameEn: string;
  readonly lineage: readonly string[];
  readonly registrationYear: string;
  readonly parents: readonly ParentRecord[];
}

export type Catalogue = Readonly<Record<string, CultivarRecord>>;

interface GroupRecord {
  readonly name: string;
  readonly nameJa: string;
  readonly slug: string | null;
}

export type Groups = Readonly<Record<string, GroupRecord>>;

/** Returns the record with this id; throws for an unknown id. */
export function recordOf(catalogue: Catalogue, id: string): CultivarRecord {
  const record = catalogue[id];
  if (record === undefined) throw new Error(`no cultivar named ${id}`);
  return record;
}

/**
 * Returns the id of a parent with a record, else the ids of the recorded ancestors that are known
 * behind it, as a list.
 */
export function knownBehind(parent: ParentRecord): readonly string[] {
  return parent.cultivarId === null ? Object.keys(parent.ancestors) : [parent.cultivarId];
}

/** Returns the code of the lineage group that gives a cultivar its colour; x counts as group 14. */
export function colourCode({ lineage }: CultivarRecord): string | null {
  const [first] = lineage;
  return first === "x" ? "14" : (first ?? null);
}

/**
 * Throws for a parent or ancestor whose id has no record, and for a record that descends from
 * itself.
 */
export function checkPedigree(catalogue: Catalogue): void {
  const sound = new Set<string>();
  /**
   * Checks a record and its ancestors; `below` are the descendants through which it was reached.
   */
  const visit = (id: string, below: readonly string[]): void => {
    if (sound.has(id)) return;
    if (below.includes(id)) {
      throw new Error(`cultivar ${id} descends from itself: ${[...below, id].join(" from ")}`);
    }
    for (const parent of recordOf(catalogue, id).parents) {
      for (const behind of knownBehind(parent)) {
        if (!(behind in catalogue)) {
          throw new Error(`cultivar ${id} names the parent ${behind}, which has no record`);
        }
        visit(behind, [...below, id]);
      }
    }
    sound.add(id);
  };
  for (const id of Object.keys(catalogue)) visit(id, []);
}
