/** Places of names along the axis of days: in rows above and below it, so that no two overlap. */

/** Places for upright names side by side; the narrowest axis has 24 pixels for each, the least size of a link. */
const slots = 25;
const tickDays = 5;

export interface Axis {
  /** Days at both ends, whole numbers of ticks. */
  readonly first: number;
  readonly last: number;
}

export interface NamePlace {
  readonly slot: number;
  readonly side: "above" | "below";
  /** 0 for the row next to the axis. */
  readonly row: number;
}

/** Returns an axis of whole ticks that includes all days and the reference day 0. */
export function axisOf(days: readonly number[]): Axis {
  return {
    first: Math.floor(Math.min(-1, ...days) / tickDays) * tickDays,
    last: Math.ceil(Math.max(1, ...days) / tickDays) * tickDays,
  };
}

/** Returns the days at which the axis has ticks. */
export function ticksOf({ first, last }: Axis): readonly number[] {
  return Array.from({ length: (last - first) / tickDays + 1 }, (_, at) => first + at * tickDays);
}

/** Returns the position of a day as a share of the axis, 0 to 1. */
export function shareOf(day: number, { first, last }: Axis): number {
  return (day - first) / (last - first);
}

/** Returns the middle of a slot as a share of the axis, 0 to 1. */
export function middleOf(slot: number): number {
  return (slot + 1 / 2) / slots;
}

/** Returns the left border of a slot as a share of the axis, 0 to 1. */
export function borderOf(slot: number): number {
  return slot / slots;
}

const sides = ["above", "below"] as const;
/** A row farther from the axis costs as much as one slot and a quarter, the lower side as much as half a slot. */
const rowCost = 1.25;
const belowCost = 0.5;

/**
 * Returns the free place of lowest cost: near the slot `ideal`, near the axis, above rather than
 * below.
 */
function bestFree(ideal: number, taken: ReadonlySet<string>, rows: number): NamePlace {
  const all = Array.from({ length: rows }, (_, row) =>
    sides.flatMap((side) =>
      Array.from({ length: slots }, (_slot, slot) => ({ slot, side, row }) satisfies NamePlace),
    ),
  ).flat();
  /** Returns the cost of a place; 1 is the width of a slot. */
  const costOf = ({ slot, side, row }: NamePlace) =>
    Math.abs(slot - ideal) + row * rowCost + (side === "below" ? belowCost : 0);
  const free = all.filter((place) => !taken.has(keyOf(place)));
  const [best] = free.toSorted((a, b) => costOf(a) - costOf(b));
  if (best === undefined) throw new Error("the axis has no free place");
  return best;
}

const keyOf = ({ slot, side, row }: NamePlace) => `${side} ${row} ${slot}`;

/** Returns a place for the name of each day, chosen in the given order; no two are the same. */
export function placeNames(days: readonly number[], axis: Axis): readonly NamePlace[] {
  const taken = new Set<string>();
  const rows = Math.ceil(days.length / slots) + 2;
  return days.map((day) => {
    const ideal = shareOf(day, axis) * slots - 1 / 2;
    const place = bestFree(ideal, taken, rows);
    taken.add(keyOf(place));
    return place;
  });
}
