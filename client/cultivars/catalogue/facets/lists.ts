/** Lists of one value that show a cultivar; search engines index these. */
import edition from "../../../../shared/catalogue/edition.json" with { type: "json" };
import type { CatalogueIndex } from "../../../contracts/cultivar.ts";
import { type FilterName, filterNames } from "../../../contracts/list/filters.ts";
import { searchCatalogue, singleFilter, unfiltered } from "../../search/catalogueSearch.ts";

/**
 * Returns filter and value of each list of one value that has a cultivar; rights have their status
 * on the day of the edition.
 */
export function listsOf(index: CatalogueIndex): readonly (readonly [FilterName, string])[] {
  /** Returns whether the list of this value may be indexed and has at least one cultivar. */
  const hasCultivar = (name: FilterName, id: string) => {
    const state = { ...unfiltered, [name]: id };
    if (singleFilter(state) === undefined) return false;
    return searchCatalogue(index, state, { today: edition.published }).found.length > 0;
  };
  const all = filterNames.flatMap((name) =>
    index.filters[name].map(({ id }) => [name, id] as const),
  );
  return all.filter(([name, id]) => hasCultivar(name, id));
}
