/** The statements of sources that disagree about one parent of a record. */
import type { DisputedValue } from "../../contracts/conflicts.ts";
import type { ParentRole } from "../../contracts/cultivar.ts";

/**
 * Returns the statements about the parent with this role, and those about both parents; undefined
 * where the sources do not disagree about this parent.
 */
export function disputesOfParent(
  values: readonly DisputedValue[] | undefined,
  role: ParentRole | null,
): readonly DisputedValue[] | undefined {
  const found = values?.filter((value) => value.role === undefined || value.role === role);
  return found && found.length > 0 ? found : undefined;
}
