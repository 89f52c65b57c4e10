/** A lineage group as a family: parents inside and outside the group. */
import { unrecordedNode } from "./ancestry.ts";
import {
  type Catalogue,
  colourCode,
  drawnEvidence,
  evidenceOf,
  type ParentRecord,
  recordOf,
} from "./records.ts";
import type { EdgeEvidence, EdgeRole, Label, NodeKind, Other } from "../../contracts/pedigree.ts";

interface Bond {
  readonly parent: string;
  readonly role: EdgeRole | null;
  readonly evidence?: EdgeEvidence | undefined;
}

/** One row: its parents inside the group, the first of which is its parent in the tree. */
export interface Member extends Label {
  readonly key: string;
  readonly id: string | null;
  readonly kind: NodeKind;
  readonly code: string | null;
  readonly year: string;
  readonly bonds: readonly Bond[];
  readonly others: readonly Other[];
}

export type Family = ReadonlyMap<string, Member>;

/** Returns a parent that the diagram names beside its child, without a row of its own. */
function otherOf({ cultivarId, nameJa, nameEn }: ParentRecord): Other {
  return { id: cultivarId, nameJa, nameEn };
}

/** Returns the ids of the records in a lineage group. */
function memberIds(catalogue: Catalogue, code: string): readonly string[] {
  return Object.keys(catalogue).filter((id) => recordOf(catalogue, id).lineage.includes(code));
}

/**
 * Returns the names of unrecorded plants or populations from which at least two members were
 * selected.
 */
function sharedStock(catalogue: Catalogue, ids: readonly string[]): ReadonlySet<string> {
  const stocks = ids.flatMap((id) =>
    recordOf(catalogue, id).parents.filter((parent) => parent.role === "selection"),
  );
  const names = stocks.filter(({ cultivarId }) => cultivarId === null).map(({ nameJa }) => nameJa);
  return new Set(names.filter((name, index) => names.indexOf(name) !== index));
}

/** Returns a parent without a record as a row of the diagram. */
function unrecordedMember(parent: ParentRecord, bonds: readonly Bond[]): Member {
  return { ...unrecordedNode(parent), year: "", bonds, others: [] };
}

/**
 * Returns the rows for parents without a record that connect a member with the group: ancestors in
 * the group or shared stock. Empty if a parent is in the group itself.
 */
function linksOf(
  parents: readonly ParentRecord[],
  ids: readonly string[],
  stocks: ReadonlySet<string>,
): ReadonlyMap<ParentRecord, Member> {
  if (parents.some(({ cultivarId }) => cultivarId !== null && ids.includes(cultivarId))) {
    return new Map();
  }
  const linking = parents.flatMap((parent): [ParentRecord, Member][] => {
    const inside = Object.entries(parent.ancestors).filter(([id]) => ids.includes(id));
    if (inside.length === 0 && !stocks.has(parent.nameJa)) return [];
    const bonds = inside.map(
      ([id, evidence]): Bond => ({
        parent: id,
        role: "indirect",
        evidence: drawnEvidence(evidence),
      }),
    );
    return [[parent, unrecordedMember(parent, bonds)]];
  });
  return new Map(linking);
}

/**
 * Returns the members of a group with their parents inside and outside of it. A member without a
 * parent inside is a founder, with the kind "self".
 */
export function familyOf(catalogue: Catalogue, code: string): Family {
  const ids = memberIds(catalogue, code);
  const stocks = sharedStock(catalogue, ids);
  const family = new Map<string, Member>();
  for (const id of ids) {
    const record = recordOf(catalogue, id);
    const links = linksOf(record.parents, ids, stocks);
    for (const link of links.values()) family.set(link.key, link);
    const bonds = record.parents.flatMap((parent): Bond[] => {
      const key = links.get(parent)?.key ?? parent.cultivarId;
      const isInside = key !== null && (links.has(parent) || ids.includes(key));
      return isInside ? [{ parent: key, role: parent.role, evidence: evidenceOf(parent) }] : [];
    });
    family.set(id, {
      key: id,
      id,
      kind: bonds.length > 0 ? "cultivar" : "self",
      code: colourCode(record),
      nameJa: record.nameJa,
      nameEn: record.nameEn,
      year: record.registrationYear,
      bonds,
      others: [],
    });
  }
  return chooseRowParents(catalogue, family);
}

/** Counts generations from the top of the group to a member, along the longest line. */
function countGenerations(family: Family, key: string): number {
  const bonds = family.get(key)?.bonds ?? [];
  return Math.max(-1, ...bonds.map(({ parent }) => countGenerations(family, parent))) + 1;
}

/**
 * Returns the family with a parent in the tree for each row: of its parents in the group, the one
 * of the latest generation comes first. Other parents are named beside the row.
 */
function chooseRowParents(catalogue: Catalogue, family: Family): Family {
  /**
   * Sorts a member's bonds so that the first is its parent in the tree, and lists its other
   * parents.
   */
  const withRowParent = (member: Member): Member => {
    const bonds = [...member.bonds].sort(
      (a, b) => countGenerations(family, b.parent) - countGenerations(family, a.parent),
    );
    const parents = member.id === null ? [] : recordOf(catalogue, member.id).parents;
    const treeParent = bonds[0]?.parent;
    const others = parents.filter(
      (parent) => parent.cultivarId !== treeParent && unrecordedNode(parent).key !== treeParent,
    );
    return { ...member, bonds, others: others.map(otherOf) };
  };
  return new Map([...family].map(([key, member]) => [key, withRowParent(member)]));
}

/** Returns whether the row `above` is an ancestor of the row `key` in the tree. */
export function isAbove(family: Family, above: string, key: string): boolean {
  const treeParent = family.get(key)?.bonds[0]?.parent;
  return treeParent !== undefined && (treeParent === above || isAbove(family, above, treeParent));
}
