/** Lists of one value that show a cultivar; search engines index these. */
import edition from "../../../../shared/catalogue/edition.json" with { type: "json" };
import { type CatalogueIndex, type FilterName, filterNames } from "../../../contracts/cultivar.ts";
import { searchCatalogue, singleFilter, unfiltered } from "../../search/catalogueSearch.ts";

/** Lists the filters and values that show a cultivar, with statuses of rights on the day of the edition. */
export function listsOf(index: CatalogueIndex): readonly (readonly [FilterName, string])[] {
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
