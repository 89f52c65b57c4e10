/** The names of the complete pedigree that an address chooses, and what it lights. */
import type { Genealogy } from "../../contracts/genealogy.ts";
import type { WholeDiagram } from "../../contracts/overview/pedigree.ts";
import { relationOf } from "../../cultivars/kinship/relation.ts";

/** Ids of one or two records; without the first there is no second. */
export type Choice = readonly string[];

export function choiceOf(search: string, { nodes }: WholeDiagram): Choice {
  const query = new URLSearchParams(search);
  const isKnown = (id: string) => nodes.some((node) => node.id === id);
  const ids = ["about", "to"].map((name) => query.get(name) ?? "").filter(isKnown);
  return [...new Set(ids)];
}

export interface Lit {
  /** Indexes of names. */
  readonly nodes: ReadonlySet<number>;
  /** Indexes of lines. */
  readonly edges: ReadonlySet<number>;
}

/** The names that are reached from one along lines in one direction, without itself. */
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

export function indexOf({ nodes }: WholeDiagram, id: string): number {
  return nodes.findIndex((node) => node.id === id);
}

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

/** The shortest line between two; doubtful parents count only if there is none without them. */
export function lineBetween(genealogy: Genealogy, [a, b]: readonly [string, string]) {
  const firm = relationOf(genealogy, [a, b], "recorded");
  return firm.steps.length > 0 ? firm : relationOf(genealogy, [a, b], "all");
}

function litBetween(
  diagram: WholeDiagram,
  genealogy: Genealogy,
  pair: readonly [string, string],
): Lit {
  const { steps } = lineBetween(genealogy, pair);
  const at = (id: string) => indexOf(diagram, id);
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

/** Ancestors and descendants of one record, or the line between two; null without a choice. */
export function litOf(diagram: WholeDiagram, genealogy: Genealogy, [a, b]: Choice): Lit | null {
  if (a === undefined) return null;
  return b === undefined ? litByDescent(diagram, a) : litBetween(diagram, genealogy, [a, b]);
}
