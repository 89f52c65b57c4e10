/** The complete pedigree: all records, and the parents of theirs that are no records. */
import { groupedBy } from "./grouped.ts";
import { unrecordedNode } from "../ancestry.ts";
import {
  type Catalogue,
  colourCode,
  type CultivarRecord,
  drawnEvidence,
  evidenceOf,
  type ParentRecord,
} from "../records.ts";
import type { EdgeEvidence, EdgeRole, Label, NodeKind } from "../../../contracts/pedigree.ts";

export interface Name extends Label {
  readonly key: string;
  readonly id: string | null;
  readonly kind: NodeKind;
  readonly code: string | null;
}

export interface Bond {
  readonly from: string;
  readonly to: string;
  readonly role: EdgeRole | null;
  readonly evidence?: EdgeEvidence | undefined;
  readonly isClone: boolean;
}

export interface Whole {
  readonly names: ReadonlyMap<string, Name>;
  readonly bonds: readonly Bond[];
}

/** Returns how the diagram draws a record: as native population, line or cultivar. */
function kindOf({ kind }: CultivarRecord): NodeKind {
  if (kind === "population") return "native";
  return kind === "line" ? "line" : "cultivar";
}

/** Names that say of no place or line; the plants of two sources need not be the same. */
const generic = ["在来種", "中国種", "チャ"];

/**
 * Returns the name of a parent without a record. Its key is the same in the whole catalogue; a
 * generic name has a key for its child alone.
 */
function unrecordedOf(parent: ParentRecord, child: string): Name {
  const { key, id, kind, code, nameJa, nameEn } = unrecordedNode(parent);
  const own = generic.includes(nameJa) ? `${key} ${child}` : key;
  return { key: own, id, kind, code, nameJa, nameEn };
}

/** Returns the bonds from the ancestors behind a parent without a record to that parent. */
function openBonds({ ancestors }: ParentRecord, to: string): readonly Bond[] {
  return Object.entries(ancestors).map(([from, support]) => {
    return { from, to, role: "indirect", evidence: drawnEvidence(support), isClone: false };
  });
}

/** Returns all records, their parents and the bonds between them. */
export function wholeOf(catalogue: Catalogue): Whole {
  const names = new Map<string, Name>();
  const bonds = new Map<string, Bond>();
  /** Adds a bond; one with the same ends is replaced. */
  const connect = (bond: Bond) => bonds.set(`${bond.from} > ${bond.to}`, bond);
  for (const [id, record] of Object.entries(catalogue)) {
    const { nameJa, nameEn } = record;
    const kind = kindOf(record);
    names.set(id, { key: id, id, kind, code: colourCode(record), nameJa, nameEn });
  }
  for (const [id, record] of Object.entries(catalogue)) {
    for (const parent of record.parents) {
      const tie = {
        role: parent.role,
        evidence: evidenceOf(parent),
        isClone: parent.clone === true,
      };
      if (parent.cultivarId !== null) {
        connect({ from: parent.cultivarId, to: id, ...tie });
        continue;
      }
      const unrecorded = unrecordedOf(parent, id);
      names.set(unrecorded.key, unrecorded);
      connect({ from: unrecorded.key, to: id, ...tie });
      openBonds(parent, unrecorded.key).forEach(connect);
    }
  }
  return { names, bonds: [...bonds.values()] };
}

/**
 * Returns the generation of each name, 0 for the first, counted from the founders along the longest
 * line; a founder stands one generation before its earliest child.
 */
export function generationsOf({ names, bonds }: Whole): ReadonlyMap<string, number> {
  const parents = groupedBy(bonds, ({ to }) => to);
  const children = groupedBy(bonds, ({ from }) => from);
  const known = new Map<string, number>();
  /** Returns the generation of one name. */
  const generation = (key: string): number => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const above = (parents.get(key) ?? []).map(({ from }) => generation(from));
    const counted = Math.max(-1, ...above) + 1;
    known.set(key, counted);
    return counted;
  };
  for (const key of names.keys()) generation(key);
  for (const key of names.keys()) {
    const below = (children.get(key) ?? []).map(({ to }) => generation(to));
    if (!parents.has(key) && below.length > 0) known.set(key, Math.min(...below) - 1);
  }
  return known;
}
