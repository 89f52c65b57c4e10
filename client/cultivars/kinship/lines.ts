/** Lines of descent: from a record up to its ancestors, and where two of them meet. */
import type {
  CountedEdges,
  EdgeSupport,
  Genealogy,
  GenealogyParent,
} from "../../contracts/genealogy.ts";
import { countedParents, entryOf } from "./ancestors.ts";

export interface Step {
  readonly from: string;
  readonly to: string;
  /** Support of the parent, whichever of the two it is. */
  readonly support: EdgeSupport;
  /** True where an unknown number of generations lies between the two. */
  readonly indirect: boolean;
}

/** 0 for the record itself; null where their number is unknown, behind a plant without a record. */
export type Generations = number | null;

const supportRank: Readonly<Record<EdgeSupport, number>> = {
  recorded: 0,
  presumed: 1,
  disputed: 2,
};

export interface Line {
  readonly ids: readonly string[];
  readonly steps: readonly Step[];
}

/**
 * Returns how doubtful a line is: the sum over its steps, each 0 for recorded, 1 for presumed, 2
 * for disputed.
 */
export function doubtOf({ steps }: Line): number {
  return steps.reduce((sum, { support }) => sum + supportRank[support], 0);
}

/** Returns whether an unknown number of generations lies on a line. */
export function isOpen({ steps }: Line): boolean {
  return steps.some(({ indirect }) => indirect);
}

/** Returns the generations of a line; null where their number is unknown. */
export function generationsOf(line: Line): Generations {
  return isOpen(line) ? null : line.steps.length;
}

/**
 * Returns the number of generations; where it is unknown a great one, so that such lines come last.
 */
export const orGreat = (generations: Generations) => generations ?? 1000;

/**
 * Returns the shortest line from a record up to each of its ancestors; of equally short ones the
 * better supported. Lines with an unknown number of generations lead only to ancestors without
 * another line.
 */
export function linesUp(genealogy: Genealogy, id: string, counted: CountedEdges) {
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
export function turnOf(
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
