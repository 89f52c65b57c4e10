/** How two records are related: in one word, by the shortest line between them, and by their common ancestors. */
import type { CountedEdges, EdgeSupport, Genealogy } from "../../contracts/genealogy.ts";
import { ancestorsOf, countedParents, entryOf } from "./ancestors.ts";
import { kinshipIn } from "./kinship.ts";

export interface Step {
  readonly from: string;
  readonly to: string;
  /** Support of the parent, whichever of the two it is. */
  readonly support: EdgeSupport;
}

interface CommonAncestor {
  readonly id: string;
  /** Generations from each record up to it; 0 for the record itself. */
  readonly generations: readonly [number, number];
}

type RelationName =
  | "same"
  | "clones"
  | "parent"
  | "child"
  | "fullSiblings"
  | "halfSiblings"
  | "grandparent"
  | "grandchild"
  | "ancestor"
  | "descendant"
  | "commonAncestors"
  | "none";

export interface Relation {
  /** What the first is to the second. */
  readonly name: RelationName;
  /** Generations between an ancestor and its descendant; 0 otherwise. */
  readonly generations: number;
  /** Ids from the first record up to the ancestor where the line turns, both included; empty without a line. */
  readonly up: readonly string[];
  /** Ids from that ancestor down to the second record, both included. */
  readonly down: readonly string[];
  readonly steps: readonly Step[];
  /** Nearest first; a record that is an ancestor of the other is one of them. */
  readonly ancestors: readonly CommonAncestor[];
  /** Common ancestors that stand behind no other common ancestor. */
  readonly nearest: readonly string[];
  /** Ancestors of an ancestor that its descendant also has on another side. */
  readonly besides: readonly string[];
  /** Wright's coefficient of relationship. */
  readonly coefficient: number;
}

const supportRank: Readonly<Record<EdgeSupport, number>> = {
  recorded: 0,
  presumed: 1,
  disputed: 2,
};

interface Line {
  readonly ids: readonly string[];
  readonly steps: readonly Step[];
}

/**
 * Returns how doubtful a line is: the sum over its steps, each 0 for recorded, 1 for presumed, 2
 * for disputed.
 */
function doubtOf({ steps }: Line): number {
  return steps.reduce((sum, { support }) => sum + supportRank[support], 0);
}

/**
 * Returns the shortest line from a record up to each of its ancestors; of equally short ones the
 * better supported.
 */
function linesUp(genealogy: Genealogy, id: string, counted: CountedEdges) {
  const lines = new Map<string, Line>([[id, { ids: [id], steps: [] }]]);
  for (const [reached, line] of lines) {
    for (const { id: parent, support } of countedParents(genealogy, reached, counted)) {
      const longer = {
        ids: [...line.ids, parent],
        steps: [...line.steps, { from: reached, to: parent, support }],
      };
      const known = lines.get(parent);
      if (known === undefined) lines.set(parent, longer);
      else if (known.ids.length === longer.ids.length && doubtOf(longer) < doubtOf(known))
        lines.set(parent, longer);
    }
  }
  return lines;
}

/**
 * Returns the common ancestor (of those in `shared`) at which the best line between two records
 * turns: the shortest, then the better supported, then that over the younger ancestor. Undefined
 * without a common ancestor.
 */
function turnOf(
  genealogy: Genealogy,
  shared: readonly string[],
  [left, right]: readonly [ReadonlyMap<string, Line>, ReadonlyMap<string, Line>],
): string | undefined {
  /**
   * Returns what lines over this ancestor are compared by: steps, doubt, and the ancestor's year.
   */
  const measure = (id: string) => {
    const [a, b] = [left.get(id), right.get(id)];
    if (a === undefined || b === undefined) throw new Error(`${id} is no common ancestor`);
    const { year } = entryOf(genealogy, id);
    return [a.steps.length + b.steps.length, doubtOf(a) + doubtOf(b), -Number(year || 0)] as const;
  };
  const ordered = [...shared].sort((a, b) => {
    const [x, y] = [measure(a), measure(b)];
    return x[0] - y[0] || x[1] - y[1] || x[2] - y[2];
  });
  return ordered[0];
}

/** Returns the ids of a record's counted parents. */
function parentIds(genealogy: Genealogy, id: string, counted: CountedEdges): readonly string[] {
  return countedParents(genealogy, id, counted).map((parent) => parent.id);
}

/**
 * Returns the relation of an ancestor to its descendant by the number of steps; "clones" if every
 * step is a mutation of the same plant.
 */
function namedByDescent(genealogy: Genealogy, line: Line): RelationName {
  const generations = line.steps.length;
  const isClone = line.steps.every(({ from, to }) =>
    entryOf(genealogy, from).parents.some(({ id, clone }) => id === to && clone),
  );
  if (isClone) return "clones";
  if (generations === 1) return "parent";
  return generations === 2 ? "grandparent" : "ancestor";
}

const inverse: Readonly<Partial<Record<RelationName, RelationName>>> = {
  parent: "child",
  grandparent: "grandchild",
  ancestor: "descendant",
};

/** Returns the relation of two records that share ancestors, by the number of shared parents. */
function siblingsOrLess(
  genealogy: Genealogy,
  [a, b]: readonly [string, string],
  counted: CountedEdges,
): RelationName {
  const [ofA, ofB] = [parentIds(genealogy, a, counted), parentIds(genealogy, b, counted)];
  const shared = ofA.filter((id) => ofB.includes(id));
  if (shared.length === 2) return "fullSiblings";
  return shared.length === 1 ? "halfSiblings" : "commonAncestors";
}

/**
 * Returns the relation of two records: its name, the shortest line between them and their common
 * ancestors.
 */
export function relationOf(
  genealogy: Genealogy,
  [a, b]: readonly [string, string],
  counted: CountedEdges,
): Relation {
  const lines = [linesUp(genealogy, a, counted), linesUp(genealogy, b, counted)] as const;
  const [left, right] = lines;
  const shared = [...left.keys()].filter((id) => right.has(id));
  const turn = turnOf(genealogy, shared, lines);
  const coefficient = kinshipIn(genealogy, counted).relationship(a, b);
  const up = turn === undefined ? undefined : left.get(turn);
  const down = turn === undefined ? undefined : right.get(turn);
  if (turn === undefined || up === undefined || down === undefined) {
    const nothing = { up: [], down: [], steps: [], ancestors: [], nearest: [], besides: [] };
    return { name: "none", generations: 0, ...nothing, coefficient };
  }
  const isDescent = a !== b && (turn === a || turn === b);
  const descendant = turn === a ? b : a;
  const otherSides = isDescent
    ? ancestorsOf(withoutParents(genealogy, turn), descendant, counted)
    : new Map<string, number>();
  /** Returns the name of what the first record is to the second. */
  const nameUp = (): RelationName => {
    if (a === b) return "same";
    if (turn === a) return namedByDescent(genealogy, down);
    if (turn !== b) return siblingsOrLess(genealogy, [a, b], counted);
    const name = namedByDescent(genealogy, up);
    return inverse[name] ?? name;
  };
  /** Returns the counted ancestors of a record. */
  const behind = (id: string) => ancestorsOf(genealogy, id, counted);
  const ancestors = shared
    .map((id): CommonAncestor => {
      const generations = [left.get(id), right.get(id)].map((line) => line?.steps.length ?? 0);
      return { id, generations: [generations[0] ?? 0, generations[1] ?? 0] };
    })
    .sort((x, y) => x.generations[0] + x.generations[1] - (y.generations[0] + y.generations[1]));
  return {
    name: nameUp(),
    generations: isDescent ? up.steps.length + down.steps.length : 0,
    up: up.ids,
    down: [...down.ids].reverse(),
    steps: [...up.steps, ...[...down.steps].reverse()],
    ancestors,
    nearest: shared.filter((id) => !shared.some((other) => other !== id && behind(other).has(id))),
    besides: ancestors.map(({ id }) => id).filter((id) => id !== turn && otherSides.has(id)),
    coefficient,
  };
}

/** Returns the genealogy with the parents of one record removed. */
function withoutParents(genealogy: Genealogy, id: string): Genealogy {
  return { ...genealogy, [id]: { ...entryOf(genealogy, id), parents: [] } };
}
