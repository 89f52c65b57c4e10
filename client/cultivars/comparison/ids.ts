/** Records that the address of a comparison names. */
import { comparedRecords } from "../../contracts/limits.generated.ts";
import { pathFor } from "../../language/paths.ts";
import type { Language } from "../../contracts/language.ts";

/**
 * Returns the parts of the address's `ids`, each once and in the reader's order; parts that are no
 * id of a record are kept.
 */
export function namedIds(search: string): readonly string[] {
  const given = new URLSearchParams(search).get("ids") ?? "";
  return [...new Set(given.split(",").filter((id) => id !== ""))];
}

interface Choice {
  readonly compared: readonly string[];
  /** Names without a record. */
  readonly unknown: readonly string[];
  /** Records beyond the most that are compared. */
  readonly left: readonly string[];
}

/**
 * Divides the ids of the address into those compared, those without a record, and those beyond the
 * most that are compared.
 */
export function choiceOf(search: string, records: Readonly<Record<string, unknown>>): Choice {
  const named = namedIds(search);
  const known = named.filter((id) => Object.hasOwn(records, id));
  return {
    compared: known.slice(0, comparedRecords),
    unknown: named.filter((id) => !known.includes(id)),
    left: known.slice(comparedRecords),
  };
}

/** Returns the address of the comparison of these records; without ids that of the form. */
export function comparePath(language: Language, ids: readonly string[]): string {
  return pathFor("compare", language) + (ids.length > 0 ? `?ids=${ids.join(",")}` : "");
}
