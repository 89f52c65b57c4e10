/** How two records are related: in one word, by the shortest line between them, and by their common ancestors. */
import type {
  CountedEdges,
  EdgeSupport,
  Genealogy,
  GenealogyParent,
} from "../../contracts/genealogy.ts";
import { ancestorsOf, countedParents, entryOf, nearestCommonAncestorsOf } from "./ancestors.ts";
import { coefficientOf } from "./kinship.ts";

export interface Step {
  readonly from: string;
  readonly to: string;
  /** Support of the parent, whichever of the two it is. */
  readonly support: EdgeSupport;
  /** True where an unknown number of generations lies between the two. */
  readonly indirect: boolean;
}

/** 0 for the record itself; null where their number is unknown, behind a plant without a record. */
type Generations = number | null;

interface CommonAncestor {
  readonly id: string;
  /** Generations from each record up to it. */
  readonly generations: readonly [Generations, Generations];
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
  | "openAncestor"
  | "openDescendant"
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
  /**
   * Common ancestors that are no ancestor of another one; of half siblings the common parent alone.
   */
  readonly nearest: readonly string[];
  /** Common ancestors on another side: of ancestor and descendant, and of half siblings. */
  readonly besides: readonly string[];
  /** Wright's coefficient of relationship, by the lines of which each generation is known. */
  readonly coefficient: number;
  /** False if lines with an unknown number of generations would change the coefficient. */
  readonly isComplete: boolean;
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

/** Returns whether an unknown number of generations lies on a line. */
function isOpen({ steps }: Line): boolean {
  return steps.some(({ indirect }) => indirect);
}

/** Returns the generations of a line; null where their number is unknown. */
function generationsOf(line: Line): Generations {
  return isOpen(line) ? null : line.steps.length;
}

/**
 * Returns the number of generations; where it is unknown a great one, so that such lines come last.
 */
const orGreat = (generations: Generations) => generations ?? 1000;

/**
 * Returns the shortest line from a record up to each of its ancestors; of equally short ones the
 * better supported. Lines with an unknown number of generations lead only to ancestors without
 * another line.
 */
function linesUp(genealogy: Genealogy, id: string, counted: CountedEdges) {
  const lines = new Map<string, Line>([[id, { ids: [id], steps: [] }]]);
  extendLines(lines, (reached) =>
    countedParents(genealogy, reached, counted).filter(({ indirect }) => !indirect),
  );
  extendLines(lines, (reached) => countedParents(genealogy, reached, counted));
  return lines;
}

/** Adds the lines up to all further ancestors that these parents lead to. */
function extendLines(
  lines: Map<string, Line>,
  parentsOf: (id: string) => readonly GenealogyParent[],
): void {
  for (const [reached, line] of lines) {
    for (const { id: parent, support, indirect = false } of parentsOf(reached)) {
      const longer = {
        ids: [...line.ids, parent],
        steps: [...line.steps, { from: reached, to: parent, support, indirect }],
      };
      const known = lines.get(parent);
      if (known === undefined) lines.set(parent, longer);
      else if (
        known.ids.length === longer.ids.length &&
        isOpen(longer) === isOpen(known) &&
        doubtOf(longer) < doubtOf(known)
      )
        lines.set(parent, longer);
    }
  }
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
   * Returns what lines over this ancestor are compared by, the smallest first: generations from
   * both records, doubt, and the ancestor's year, negative so that the younger one is preferred.
   */
  const measure = (id: string) => {
    const [a, b] = [left.get(id), right.get(id)];
    if (a === undefined || b === undefined) throw new Error(`${id} is no common ancestor`);
    const { year } = entryOf(genealogy, id);
    const generations = orGreat(generationsOf(a)) + orGreat(generationsOf(b));
    return [generations, doubtOf(a) + doubtOf(b), -Number(year || 0)] as const;
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
  if (isOpen(line)) return "openAncestor";
  if (generations === 1) return "parent";
  return generations === 2 ? "grandparent" : "ancestor";
}

const inverse: Readonly<Partial<Record<RelationName, RelationName>>> = {
  parent: "child",
  grandparent: "grandchild",
  ancestor: "descendant",
  openAncestor: "openDescendant",
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
  const coefficient = coefficientOf(genealogy, [a, b], counted);
  const up = turn === undefined ? undefined : left.get(turn);
  const down = turn === undefined ? undefined : right.get(turn);
  if (turn === undefined || up === undefined || down === undefined) {
    const nothing = { up: [], down: [], steps: [], ancestors: [], nearest: [], besides: [] };
    return { name: "none", generations: 0, ...nothing, ...coefficient };
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
  const ancestors = commonAncestorsOf(shared, lines);
  const name = nameUp();
  const last = nearestCommonAncestorsOf(genealogy, [a, b], counted);
  /** Returns whether the sentence on the relation names an ancestor: of half siblings a parent. */
  const isNamed = (id: string) =>
    name !== "halfSiblings" || parentIds(genealogy, a, counted).includes(id);
  return {
    name,
    generations: isDescent ? (generationsOf(up) ?? 0) + (generationsOf(down) ?? 0) : 0,
    up: up.ids,
    down: [...down.ids].reverse(),
    steps: [...up.steps, ...[...down.steps].reverse()],
    ancestors,
    nearest: last.filter(isNamed),
    besides: ancestors
      .map(({ id }) => id)
      .filter((id) => id !== turn && (otherSides.has(id) || (last.includes(id) && !isNamed(id)))),
    ...coefficient,
  };
}

/** Returns the generations on the line up to an ancestor; null where their number is unknown. */
function generationsTo(lines: ReadonlyMap<string, Line>, id: string): Generations {
  const line = lines.get(id);
  return line === undefined ? null : generationsOf(line);
}

/** Returns how many generations a common ancestor is away from the two records together. */
function farness({ generations: [a, b] }: CommonAncestor): number {
  return orGreat(a) + orGreat(b);
}

/** Returns the common ancestors with the generations up to them, the nearest first. */
function commonAncestorsOf(
  shared: readonly string[],
  [left, right]: readonly [ReadonlyMap<string, Line>, ReadonlyMap<string, Line>],
): readonly CommonAncestor[] {
  return shared
    .map((id): CommonAncestor => {
      return { id, generations: [generationsTo(left, id), generationsTo(right, id)] };
    })
    .sort((x, y) => farness(x) - farness(y));
}

/** Returns the genealogy with the parents of one record removed. */
function withoutParents(genealogy: Genealogy, id: string): Genealogy {
  return { ...genealogy, [id]: { ...entryOf(genealogy, id), parents: [] } };
}
