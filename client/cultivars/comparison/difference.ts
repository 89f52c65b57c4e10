/** Differences between the records of a comparison. */

/** "partly": what is known is the same, but it is not known of all records. */
export type Difference = "same" | "different" | "partly";

/** Joins values to a key that does not depend on their order. */
const keyOf = (value: readonly string[]) => [...new Set(value)].sort().join("\n");

/**
 * Compares the values of a fact, one list for each record, in any order of the values; an empty
 * list is unknown and differs from nothing.
 */
export function differenceOf(values: readonly (readonly string[])[]): Difference {
  const known = values.filter((value) => value.length > 0);
  const distinct = new Set(known.map(keyOf));
  if (distinct.size > 1) return "different";
  return known.length < values.length ? "partly" : "same";
}

/** Returns whether all records whose value is known have this value, and at least two do. */
export function isShared(value: string, values: readonly (readonly string[])[]): boolean {
  const known = values.filter((one) => one.length > 0);
  return known.length > 1 && known.every((one) => one.includes(value));
}

/**
 * Returns for each record whether its value differs from the one that most records have. Without
 * such a value all known ones differ, unless all are the same.
 */
export function differencesFromMost(values: readonly (readonly string[])[]): readonly boolean[] {
  const counts = new Map<string, number>();
  for (const value of values) {
    if (value.length > 0) counts.set(keyOf(value), (counts.get(keyOf(value)) ?? 0) + 1);
  }
  const most = Math.max(...counts.values());
  const common = [...counts].filter(([, count]) => count === most).map(([key]) => key);
  const usual = common.length === 1 && most > 1 ? common[0] : undefined;
  return values.map((value) => value.length > 0 && counts.size > 1 && keyOf(value) !== usual);
}
