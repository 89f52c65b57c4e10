/** Differences between the records of a comparison. */

/** "partly": what is known is the same, but it is not known of all records. */
export type Difference = "same" | "different" | "partly";

/** Compares the values of a fact, one list a record; an empty list is an unknown value, which differs from nothing. */
export function differenceOf(values: readonly (readonly string[])[]): Difference {
  const known = values.filter((value) => value.length > 0);
  const distinct = new Set(known.map((value) => [...new Set(value)].sort().join("\n")));
  if (distinct.size > 1) return "different";
  return known.length < values.length ? "partly" : "same";
}

/** Returns whether all records of which the fact is known have this value, and at least two do. */
export function isShared(value: string, values: readonly (readonly string[])[]): boolean {
  const known = values.filter((one) => one.length > 0);
  return known.length > 1 && known.every((one) => one.includes(value));
}
