/** Whether a relation depends on parents that are presumed or disputed. */
import type { Genealogy } from "../../contracts/genealogy.ts";
import { ancestorsOf, entryOf } from "./ancestors.ts";

/**
 * Returns whether one of the two records or of their ancestors has a parent that is presumed or
 * disputed.
 */
export function hasDoubt(genealogy: Genealogy, pair: readonly [string, string]): boolean {
  return pair.some((id) =>
    [...ancestorsOf(genealogy, id, "all").keys()].some((reached) =>
      entryOf(genealogy, reached).parents.some(({ support }) => support !== "recorded"),
    ),
  );
}
