/**
 * The names of the complete pedigree that an address chooses by id or by name, and what is
 * highlighted for them.
 */
import type { Genealogy } from "../../contracts/genealogy.ts";
import type { WholeDiagram } from "../../contracts/overview/pedigree.ts";
import type { DiagramNode } from "../../contracts/pedigree.ts";
import { relationOf } from "../../cultivars/kinship/relation.ts";
import { matchNames } from "../../cultivars/search/matchNames.ts";

/** Ids of one or two records; without the first there is no second. */
export type Choice = readonly string[];

const fields = ["about", "to"] as const;

/** A name of the address that is no record's, and the records with a similar one. */
interface UnknownName {
  readonly name: string;
  readonly near: readonly RecordNode[];
}

export type RecordNode = DiagramNode & { readonly id: string };

/** `about` is the first name of the address, `to` the second. */
type Field = (typeof fields)[number];

export interface Search {
  readonly choice: Choice;
  /** The record that a field names; without a field that names none. */
  readonly named: Readonly<Partial<Record<Field, RecordNode>>>;
  readonly unknown: readonly UnknownName[];
}

const nearMost = 6;

/** Returns all names of the diagram that stand for a record, in its order. */
export function recordNodes({ nodes }: WholeDiagram): readonly RecordNode[] {
  return nodes.filter((node): node is RecordNode => node.id !== null);
}

/**
 * Returns the records that the address chooses by id or name in `?about=` and `?to=`, and its
 * unknown names with at most six records that may be meant.
 */
export function choiceOf(search: string, diagram: WholeDiagram): Search {
  const query = new URLSearchParams(search);
  const records = recordNodes(diagram);
  const results = fields.flatMap((field) => {
    const name = query.get(field)?.trim() ?? "";
    if (name === "") return [];
    const byId = records.find(({ id }) => id === name);
    const matches = byId ? { found: [byId], near: false } : matchNames(records, name);
    return [{ field, name, ...matches }];
  });
  const named = results.flatMap(({ field, found: [node], near }) =>
    node && !near ? [[field, node] as const] : [],
  );
  return {
    choice: [...new Set(named.map(([, { id }]) => id))],
    named: Object.fromEntries(named),
    unknown: results
      .filter(({ near }) => near)
      .map(({ name, found }) => ({ name, near: found.slice(0, nearMost) })),
  };
}

export interface Lit {
  /** Indexes of names. */
  readonly nodes: ReadonlySet<number>;
  /** Indexes of lines. */
  readonly edges: ReadonlySet<number>;
}

/**
 * Returns the indexes of all ancestors ("up") or descendants ("down") of the name with index
 * `start`, without itself.
 */
export function reached(
  { edges }: WholeDiagram,
  start: number,
  direction: "up" | "down",
): ReadonlySet<number> {
  const [near, far] = direction === "up" ? (["to", "from"] as const) : (["from", "to"] as const);
  const found = new Set([start]);
  for (const at of found) {
    for (const edge of edges) if (edge[near] === at) found.add(edge[far]);
  }
  found.delete(start);
  return found;
}

/** Returns the index of a record in the diagram; -1 if it is not there. */
export function indexOf({ nodes }: WholeDiagram, id: string): number {
  return nodes.findIndex((node) => node.id === id);
}

/**
 * Returns a name with all ancestors and descendants, and the lines among the ancestors and among
 * the descendants.
 */
function litByDescent(diagram: WholeDiagram, id: string): Lit {
  const start = indexOf(diagram, id);
  const sides = (["up", "down"] as const).map(
    (direction) => new Set([start, ...reached(diagram, start, direction)]),
  );
  const edges = diagram.edges.flatMap(({ from, to }, index) =>
    sides.some((side) => side.has(from) && side.has(to)) ? [index] : [],
  );
  return { nodes: new Set(sides.flatMap((side) => [...side])), edges: new Set(edges) };
}

/**
 * Returns the relation of two records; doubtful parents count only if there is no line without
 * them.
 */
export function lineBetween(genealogy: Genealogy, [a, b]: readonly [string, string]) {
  const firm = relationOf(genealogy, [a, b], "recorded");
  return firm.name !== "none" ? firm : relationOf(genealogy, [a, b], "all");
}

/** Returns the names and lines on the shortest line between two records. */
function litBetween(
  diagram: WholeDiagram,
  genealogy: Genealogy,
  pair: readonly [string, string],
): Lit {
  const { steps } = lineBetween(genealogy, pair);
  /** Returns the index of a plant in the diagram, by its id or by the name of one without record. */
  const at = (id: string) => {
    const name = genealogy[id]?.unrecorded;
    if (name === undefined) return indexOf(diagram, id);
    return diagram.nodes.findIndex((node) => node.id === null && node.nameJa === name);
  };
  const edges = diagram.edges.flatMap(({ from, to }, index) => {
    const isStep = steps.some(
      (step) =>
        (at(step.from) === to && at(step.to) === from) ||
        (at(step.from) === from && at(step.to) === to),
    );
    return isStep ? [index] : [];
  });
  const nodes = [...pair, ...steps.flatMap((step) => [step.from, step.to])].map(at);
  return { nodes: new Set(nodes), edges: new Set(edges) };
}

/**
 * Returns the names and lines to highlight: ancestors and descendants of one record, or the line
 * between two; null without a choice.
 */
export function litOf(diagram: WholeDiagram, genealogy: Genealogy, [a, b]: Choice): Lit | null {
  if (a === undefined) return null;
  return b === undefined ? litByDescent(diagram, a) : litBetween(diagram, genealogy, [a, b]);
}
