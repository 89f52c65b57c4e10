/** Writes the index by columns; the inverse of indexOf. */
import type { CatalogueIndex, Harvest, IndexEntry, Named } from "../../contracts/cultivar.ts";
import type { IndexColumns } from "../../contracts/indexColumns.ts";

const idsOf = (values: readonly Named[]) => values.map(({ id }) => id).join(" ");

const cellOf = (harvest: Harvest | null) =>
  harvest ? [harvest.days, harvest.from, harvest.to, harvest.basis].join(" ") : "";

/** Returns the index by columns. */
export function columnsOf({ cultivars, filters }: CatalogueIndex): IndexColumns {
  const texts = <Name extends keyof IndexEntry>(name: Name) => cultivars.map((one) => one[name]);
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
