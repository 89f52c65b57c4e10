/** The index by columns, as the bundles hold it: equal values stand together and compress well. */
import type { CatalogueIndex, Harvest, IndexEntry, Named } from "../cultivar.ts";
import type { FacetName } from "./filters.ts";

type TextName = "id" | "nameJa" | "nameEn" | "epithet" | "registration";
type CellName = "origin" | "kind" | "uses" | "lineages" | "harvest" | "year" | "right";

/** In a column of cells a comma stands between entries, and a space between the values of one. */
export interface IndexColumns extends Pick<CatalogueIndex, "filters"> {
  readonly texts: Readonly<Record<TextName, readonly string[]>>;
  /** Their names are not those of the filter. */
  readonly kinds: readonly Named[];
  readonly cells: Readonly<Record<CellName, string>>;
  readonly facets: Readonly<Partial<Record<FacetName, string>>>;
}

const valuesOf = (cell = "") => (cell === "" ? [] : cell.split(" "));

/**
 * Parses the first four values of a cell as harvest days: days, from, to and basis; null without
 * them.
 */
function harvestOf([days, from, to, basis]: readonly string[]): Harvest | null {
  if (basis !== "bud" && basis !== "pluck") return null;
  return { days: Number(days), from: Number(from), to: Number(to), basis };
}

/** Restores the records of the index from its columns. */
export function indexOf({ filters, texts, kinds, cells, facets }: IndexColumns): CatalogueIndex {
  const rows = (column: string) => column.split(",");
  const named = (column: string, options: readonly Named[]) => {
    const byId = new Map(options.map((one) => [one.id, one]));
    return rows(column).map((cell) => valuesOf(cell).flatMap((id) => byId.get(id) ?? []));
  };
  const origins = named(cells.origin, filters.origin);
  const kindsOf = named(cells.kind, kinds);
  const uses = named(cells.uses, filters.suitableFor);
  const lineages = named(cells.lineages, filters.lineage);
  const harvests = rows(cells.harvest);
  const years = rows(cells.year);
  const rights = rows(cells.right);
  const columns = Object.entries(facets).map(([name, column]) => [name, rows(column)] as const);
  const cultivars = texts.id.map((id, at): IndexEntry => {
    const text = (name: TextName) => texts[name][at] ?? "";
    // Four values of `harvest`, then four of `otherHarvest`.
    const days = valuesOf(harvests[at]);
    const stated = columns.flatMap(([name, cells]) =>
      cells[at] ? [[name, valuesOf(cells[at])]] : [],
    );
    return {
      id,
      nameJa: text("nameJa"),
      nameEn: text("nameEn"),
      epithet: text("epithet"),
      origin: origins[at]?.[0] ?? null,
      registration: text("registration"),
      kind: kindsOf[at]?.[0] ?? null,
      uses: uses[at] ?? [],
      lineages: lineages[at] ?? [],
      harvest: harvestOf(days),
      otherHarvest: harvestOf(days.slice(4)),
      year: years[at] ?? "",
      right: rights[at] ?? "",
      facets: Object.fromEntries(stated),
    };
  });
  return { cultivars, filters };
}
