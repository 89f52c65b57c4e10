/** All known ancestors of one cultivar, as nodes and edges without positions. */
import {
  type Catalogue,
  colourCode,
  type CultivarRecord,
  drawnEvidence,
  evidenceOf,
  type ParentRecord,
  recordOf,
} from "./records.ts";
import type { EdgeEvidence, EdgeRole, Label, NodeKind } from "../../contracts/pedigree.ts";

export interface Ancestor extends Label {
  readonly key: string;
  readonly id: string | null;
  readonly kind: NodeKind;
  readonly code: string | null;
}

export interface Descent {
  readonly from: string;
  readonly to: string;
  readonly role: EdgeRole | null;
  readonly evidence?: EdgeEvidence | undefined;
}

type Tie = Pick<Descent, "role" | "evidence">;

export interface Ancestry {
  readonly nodes: readonly Ancestor[];
  readonly lines: readonly Descent[];
}

// The question mark needs no translation.
const unknownName = { id: null, kind: "unknown", code: null, nameJa: "?", nameEn: "?" } as const;

/** Returns how a diagram draws a record: as native population, line or cultivar. */
function drawnKind({ kind }: CultivarRecord): NodeKind {
  if (kind === "population") return "native";
  return kind === "line" ? "line" : "cultivar";
}

/** Returns the node of a record; `kind` is "self" for the record whose ancestors are drawn. */
function cultivarNode(catalogue: Catalogue, id: string, kind: NodeKind): Ancestor {
  const record = recordOf(catalogue, id);
  const { nameJa, nameEn } = record;
  return {
    key: `cultivar ${id}`,
    id,
    kind: kind === "self" ? kind : drawnKind(record),
    code: colourCode(record),
    nameJa,
    nameEn,
  };
}

/**
 * Returns the node of a parent without a record; parents of the same name are the same line or
 * population.
 */
export function unrecordedNode({ role, nameJa, nameEn }: ParentRecord): Ancestor {
  const kind = role === "selection" ? "native" : "line";
  return { key: `${kind} ${nameJa}`, id: null, kind, code: null, nameJa, nameEn };
}

/**
 * Returns the role of the placeholder for unknown parents: the other role beside a known seed or
 * pollen parent, null if the subject has no known parent. "none" means no placeholder.
 */
function missingRole(
  parents: readonly ParentRecord[],
  isSubject: boolean,
): EdgeRole | null | "none" {
  const [only] = parents;
  if (only === undefined) return isSubject ? null : "none";
  if (parents.length > 1) return "none";
  if (only.role === "seed") return "pollen";
  return only.role === "pollen" ? "seed" : "none";
}

/** Returns all known ancestors of the subject and the lines between them. */
export function ancestryOf(catalogue: Catalogue, subject: string): Ancestry {
  const nodes = new Map<string, Ancestor>();
  const lines = new Map<string, Descent>();
  /** Adds a line and, if it is new, its upper node; returns whether the node is new. */
  const connect = (from: Ancestor, to: Ancestor, tie: Tie): boolean => {
    lines.set(`${from.key} > ${to.key}`, { from: from.key, to: to.key, ...tie });
    const isNew = !nodes.has(from.key);
    if (isNew) nodes.set(from.key, from);
    return isNew;
  };
  /** Adds a record as a parent of `child`, and its own ancestors unless they were added before. */
  const ascend = (id: string, child: Ancestor, tie: Tie): void => {
    const node = cultivarNode(catalogue, id, "cultivar");
    if (connect(node, child, tie)) climb(id, node);
  };
  /** Adds the ancestors behind a parent without a record, through unknown generations. */
  const ascendOpenly = ({ ancestors }: ParentRecord, line: Ancestor): void => {
    for (const [id, evidence] of Object.entries(ancestors)) {
      ascend(id, line, { role: "indirect", evidence: drawnEvidence(evidence) });
    }
  };
  /** Adds the parents of a record and their ancestors. */
  const climb = (id: string, node: Ancestor): void => {
    const { parents } = recordOf(catalogue, id);
    for (const parent of parents) {
      const tie = { role: parent.role, evidence: evidenceOf(parent) };
      if (parent.cultivarId !== null) {
        ascend(parent.cultivarId, node, tie);
        continue;
      }
      const line = unrecordedNode(parent);
      connect(line, node, tie);
      ascendOpenly(parent, line);
    }
    const role = missingRole(parents, node.kind === "self");
    if (role !== "none") connect({ ...unknownName, key: `unknown ${id}` }, node, { role });
  };
  const self = cultivarNode(catalogue, subject, "self");
  nodes.set(self.key, self);
  climb(subject, self);
  return { nodes: [...nodes.values()], lines: [...lines.values()] };
}
