/** The records that the reader chose for a comparison, kept in this tab. */
import { comparedRecords } from "../../contracts/limits.generated.ts";

// Also read by app/history.ts.
const storageKey = "choice";

/** Returns the stored ids in the reader's order; none where storage is forbidden. */
export function readChoice(): readonly string[] {
  try {
    const stored = sessionStorage.getItem(storageKey) ?? "";
    return stored.split(",").filter((id) => id !== "");
  } catch {
    return [];
  }
}

/** Returns whether the ids are stored: storage can be full or forbidden. */
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

/** Returns the choice after a press on a record, and the change; a full choice stays as it is. */
export function toggleRecord(
  ids: readonly string[],
  id: string,
): { readonly ids: readonly string[]; readonly change: Change } {
  if (ids.includes(id)) return { ids: ids.filter((one) => one !== id), change: "removed" };
  if (ids.length >= comparedRecords) return { ids, change: "full" };
  return { ids: [...ids, id], change: "added" };
}
