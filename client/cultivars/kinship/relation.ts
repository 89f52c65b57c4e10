/** How two records are related: in one word, by the shortest line between them, and by their common ancestors. */
import type { CountedEdges, Genealogy } from "../../contracts/genealogy.ts";
import { ancestorsOf, countedParents, entryOf, nearestCommonAncestorsOf } from "./ancestors.ts";
import { coefficientOf, genotypeOf } from "./kinship.ts";
import {
  type Generations,
  generationsOf,
  isOpen,
  type Line,
  linesUp,
  orGreat,
  type Step,
  turnOf,
} from "./lines.ts";
import { relationToPopulation } from "./populations.ts";

interface CommonAncestor {
  readonly id: string;
  /** Generations from each record up to it. */
  readonly generations: readonly [Generations, Generations];
}

type RelationName =
  | "same"
  | "clones"
  | "sisterClones"
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
  | "selected"
  | "selectedAncestor"
  | "none";

export interface Relation {
  /** What the first of the subjects is to the second. */
  readonly name: RelationName;
  /**
   * The two plants that the name and the generations are about: the records, or in place of a
   * mutation the plant that it arose on. Of a plant and its native population the plant is first.
   */
  readonly subjects: readonly [string, string];
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
   * Common ancestors that are no ancestor of another one; of half siblings the common parent alone,
   * and for a native population the plants that were selected from it.
   */
  readonly nearest: readonly string[];
  /** Common ancestors on another side: of ancestor and descendant, and of half siblings. */
  readonly besides: readonly string[];
  /** Wright's coefficient of relationship, by the lines of which each generation is known. */
  readonly coefficient: number;
  /**
   * False if lines with an unknown number of generations would change the coefficient, and for
   * native populations, which have none.
   */
  readonly isComplete: boolean;
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

/** Returns the relation of two records by the steps between them, mutations counted as steps. */
function relationBySteps(
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
    return { name: "none", subjects: [a, b], generations: 0, ...nothing, ...coefficient };
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
    subjects: [a, b],
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

/**
 * Returns the relation of two records: its name, the shortest line between them and their common
 * ancestors. Without these, a native population from which both descend is looked for. A mutation
 * is related as the plant that it arose on, except to its own descendants: name, subjects,
 * generations and ancestors are then those of the plants, all else that of the records.
 */
export function relationOf(
  genealogy: Genealogy,
  [a, b]: readonly [string, string],
  counted: CountedEdges,
): Relation {
  const relation = relationBySteps(genealogy, [a, b], counted);
  const { name, up } = relation;
  if (name === "none") return { ...relation, ...relationToPopulation(genealogy, [a, b], counted) };
  if (name === "same" || name === "clones") return relation;
  const plants = [genotypeOf(genealogy, a, counted), genotypeOf(genealogy, b, counted)] as const;
  if (plants[0] === plants[1]) return { ...relation, name: "sisterClones" };
  const turn = up.at(-1);
  const subjects = [turn === a ? a : plants[0], turn === b ? b : plants[1]] as const;
  if (subjects[0] === a && subjects[1] === b) return relation;
  const { generations, nearest, besides, ...named } = relationBySteps(genealogy, subjects, counted);
  return { ...relation, name: named.name, subjects, generations, nearest, besides };
}
