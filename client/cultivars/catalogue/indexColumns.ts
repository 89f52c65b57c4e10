/** Writes the index by columns; the inverse of indexOf. */
import type { CatalogueIndex, Harvest, IndexEntry, Named } from "../../contracts/cultivar.ts";
import type { IndexColumns } from "../../contracts/list/indexColumns.ts";

/** Returns the ids of named values, joined by spaces. */
const idsOf = (values: readonly Named[]) => values.map(({ id }) => id).join(" ");

/** Returns days, range and event of a harvest, joined by spaces; empty without one. */
const cellOf = (harvest: Harvest | null) =>
  harvest ? [harvest.days, harvest.from, harvest.to, harvest.basis].join(" ") : "";

/**
 * Returns the index as columns: for each field the values of all records in the same order, as a
 * list or as one text, because equal values that stand together compress well.
 */
export function columnsOf({ cultivars, filters }: CatalogueIndex): IndexColumns {
  /** Returns one field of all records as a list. */
  const texts = <Name extends keyof IndexEntry>(name: Name) => cultivars.map((one) => one[name]);
  /** Returns one text with a cell for each record, joined by commas. */
  const cells = (cellOf: (entry: IndexEntry) => string) => cultivars.map(cellOf).join();
  const facetNames = new Set(cultivars.flatMap(({ facets }) => Object.keys(facets)));
  const facets = [...facetNames].map((name) => [
    name,
    cells((one) => new Map(Object.entries(one.facets)).get(name)?.join(" ") ?? ""),
  ]);
  const kinds = new Map(cultivars.flatMap(({ kind }) => (kind ? [[kind.id, kind]] : [])));
  return {
    filters,
    texts: {
      id: texts("id"),
      nameJa: texts("nameJa"),
      nameEn: texts("nameEn"),
      epithet: texts("epithet"),
      registration: texts("registration"),
    },
    kinds: [...kinds.values()],
    cells: {
      origin: cells(({ origin }) => origin?.id ?? ""),
      kind: cells(({ kind }) => kind?.id ?? ""),
      uses: cells(({ uses }) => idsOf(uses)),
      lineages: cells(({ lineages }) => idsOf(lineages)),
      harvest: cells(({ harvest, otherHarvest }) =>
        [cellOf(harvest), cellOf(otherHarvest)].join(" ").trim(),
      ),
      year: cells(({ year }) => year),
      right: cells(({ right }) => right),
    },
    facets: Object.fromEntries(facets),
  };
}
