/** The records that the reader chose for a comparison, kept in this tab. */
import { comparedRecords } from "../../contracts/limits.generated.ts";

// Also read by app/history.ts.
const storageKey = "choice";

/**
 * Returns the ids of the chosen records in the order of choice; empty where storage is forbidden.
 */
export function readChoice(): readonly string[] {
  try {
    const stored = sessionStorage.getItem(storageKey) ?? "";
    return stored.split(",").filter((id) => id !== "");
  } catch {
    return [];
  }
}

/** Stores the ids of the chosen records; returns false where storage is full or forbidden. */
export function storeChoice(ids: readonly string[]): boolean {
  try {
    if (ids.length === 0) sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, ids.join(","));
    return true;
  } catch {
    return false;
  }
}

export type Change = "added" | "removed" | "full";

/** Returns the choice after a press on a record, and what changed; a full choice stays as it is. */
export function toggleRecord(
  ids: readonly string[],
  id: string,
): { readonly ids: readonly string[]; readonly change: Change } {
  if (ids.includes(id)) return { ids: ids.filter((one) => one !== id), change: "removed" };
  if (ids.length >= comparedRecords) return { ids, change: "full" };
  return { ids: [...ids, id], change: "added" };
}
