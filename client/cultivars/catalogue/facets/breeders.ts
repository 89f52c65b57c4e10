/** Breeders of records as values of a filter: institutes under all their names, and private breeders together. */
import { instituteOf } from "../overview/institutes.ts";
import type { CultivarRecord } from "../records.ts";

/** The value for persons and companies. */
export const privateBreeder = "private";

/**
 * Returns a record's value of the breeder filter: its institute, "private" for other breeders, null
 * for none.
 */
export function breederOf(record: CultivarRecord): string | null {
  return record.breeder.ja === null ? null : (instituteOf(record) ?? privateBreeder);
}
