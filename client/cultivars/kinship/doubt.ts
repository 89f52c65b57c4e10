/** Whether a relation depends on parents that are presumed or disputed. */
import type { Genealogy } from "../../contracts/genealogy.ts";
import { ancestorsOf, entryOf } from "./ancestors.ts";

/**
 * Returns whether one of the two records or of their ancestors has a parent that is presumed or
 * disputed. Native populations count only if one of the two is such a population.
 */
export function hasDoubt(genealogy: Genealogy, pair: readonly [string, string]): boolean {
  return pair.some((id) =>
    [...ancestorsOf(genealogy, id, "all").keys()].some((reached) => {
      const { parents, populations = [] } = entryOf(genealogy, reached);
      const counted = [...parents, ...populations.filter((one) => pair.includes(one.id))];
      return counted.some(({ support }) => support !== "recorded");
    }),
  );
}
