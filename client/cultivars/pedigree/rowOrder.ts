/** Orders the rows of a group so that edges outside the tree stay short. */
import { type Family, isAbove, type Member } from "./lineage.ts";

/** The children of each row, and the roots, in written order. */
type Offspring = ReadonlyMap<string | null, string[]>;

// Penalties in rows, the unit of a line's length.
const crossingCost = 20;
const upwardCost = 60;

/** Returns the key of the parent in the tree, below which a member is listed; null at the top. */
function carrierOf(member: Member): string | null {
  return member.bonds[0]?.parent ?? null;
}

/**
 * Returns the children of each parent: those without children before the others, then by year.
 * Mutations and selections come first, so that their heavy line covers none of the stem that the
 * others share.
 */
function offspringOf(family: Family): Offspring {
  const carriers = new Set([...family.values()].map(carrierOf));
  /** Returns the text by which the children of a parent are sorted. */
  const rank = (key: string): string => {
    const { year = "", bonds = [] } = family.get(key) ?? {};
    const isSelected = bonds[0]?.role === "selection";
    return `${carriers.has(key) ? 1 : 0} ${isSelected ? 0 : 1} ${year || "9999"} ${key}`;
  };
  const offspring = new Map<string | null, string[]>();
  for (const [key, member] of family) {
    const carrier = carrierOf(member);
    offspring.set(carrier, [...(offspring.get(carrier) ?? []), key]);
  }
  for (const keys of offspring.values()) {
    keys.sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
  }
  return offspring;
}

/** Returns the keys of all rows below a parent, each followed by those below itself. */
function rowsOf(offspring: Offspring, parent: string | null): readonly string[] {
  return (offspring.get(parent) ?? []).flatMap((key) => [key, ...rowsOf(offspring, key)]);
}

type Span = readonly [number, number];

/**
 * Returns the pairs of rows that lines outside the tree join, from parent to child; lines from an
 * ancestor in the tree are left out (see `passedStems`).
 */
function sideLines(family: Family, rows: readonly string[]): readonly Span[] {
  return rows.flatMap((key, row) =>
    (family.get(key)?.bonds.slice(1) ?? [])
      .filter(({ parent }) => !isAbove(family, parent, key))
      .map(({ parent }): Span => [rows.indexOf(parent), row]),
  );
}

/**
 * Counts the crossings of lines that join an ancestor directly to a farther descendant: with the
 * stems of rows between the two, once for each row that branches off below the descendant.
 */
function passedStems(family: Family, rows: readonly string[]): number {
  return [...family.values()]
    .flatMap(({ key, bonds }) => bonds.slice(1).map(({ parent }) => ({ key, parent })))
    .filter(({ key, parent }) => isAbove(family, parent, key))
    .flatMap(({ key, parent }) =>
      rows
        .slice(rows.indexOf(key) + 1)
        .map((later) => family.get(later)?.bonds[0]?.parent ?? parent)
        .filter((stem) => isAbove(family, stem, key) && isAbove(family, parent, stem)),
    ).length;
}

/**
 * Returns whether two lines beside the rows cross: exactly one end of one lies inside the other.
 */
function interleave([a, b]: Span, [c, d]: Span): boolean {
  const [low, high] = a < b ? [a, b] : [b, a];
  const isInside = (row: number) => row > low && row < high;
  return isInside(c) !== isInside(d) && ![a, b].includes(c) && ![a, b].includes(d);
}

/** Counts the crossings of the lines beside the rows. */
function sideCrossings(spans: readonly Span[]): number {
  return spans.reduce(
    (sum, span, index) =>
      sum + spans.slice(index + 1).filter((other) => interleave(span, other)).length,
    0,
  );
}

/**
 * Returns the cost of an order: length of the lines beside the rows, lines that lead up, and
 * crossings.
 */
function computeCost(family: Family, offspring: Offspring): number {
  const rows = rowsOf(offspring, null);
  const spans = sideLines(family, rows);
  const lengths = spans.reduce((sum, [from, to]) => sum + Math.abs(to - from), 0);
  const upward = spans.filter(([from, to]) => to < from).length;
  const crossings = sideCrossings(spans) + passedStems(family, rows);
  return lengths + crossingCost * crossings + upwardCost * upward;
}

/** Moves one key to another position. */
function move(keys: string[], from: number, to: number): void {
  keys.splice(to, 0, ...keys.splice(from, 1));
}

/**
 * Moves one row to its cheapest position, by the smallest move; returns whether it moved. `price`
 * returns the cost of the present order.
 */
function moveToCheapest(keys: string[], from: number, price: () => number): boolean {
  let best = { price: price(), to: from };
  const nearest = [...keys.keys()].sort((a, b) => Math.abs(a - from) - Math.abs(b - from));
  for (const to of nearest) {
    move(keys, from, to);
    if (price() < best.price) best = { price: price(), to };
    move(keys, to, from);
  }
  move(keys, from, best.to);
  return best.to !== from;
}

/**
 * Returns the keys of the rows that have a line outside the tree, at themselves or at a row below
 * them; only these are moved.
 */
function touchedBySideLines(family: Family, offspring: Offspring): ReadonlySet<string> {
  const members = [...family.values()];
  const ends = new Set(
    members.flatMap(({ key, bonds }) =>
      bonds.length > 1 ? [key, ...bonds.slice(1).map(({ parent }) => parent)] : [],
    ),
  );
  const touches = (key: string) => [key, ...rowsOf(offspring, key)].some((row) => ends.has(row));
  return new Set([...family.keys()].filter(touches));
}

/**
 * Returns the keys of the rows in an order of low cost: from that of `offspringOf`, rows move among
 * their siblings until no single move lowers the cost.
 */
export function orderedRows(family: Family): readonly string[] {
  const offspring = offspringOf(family);
  const movable = touchedBySideLines(family, offspring);
  const price = () => computeCost(family, offspring);
  let improved = true;
  while (improved) {
    improved = false;
    for (const keys of offspring.values()) {
      for (const key of [...keys].filter((candidate) => movable.has(candidate))) {
        improved = moveToCheapest(keys, keys.indexOf(key), price) || improved;
      }
    }
  }
  return rowsOf(offspring, null);
}
