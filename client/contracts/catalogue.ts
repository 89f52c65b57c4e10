/** The built-in catalogue: views of one language in chunks that load when a page needs them. */
import type { ConflictsView } from "./conflicts.ts";
import type { CatalogueIndex, CultivarNames, SourceLink } from "./cultivar.ts";
import type { IndexColumns } from "./list/indexColumns.ts";
import type { Genealogy } from "./genealogy.ts";
import type { Language } from "./language.ts";
import type { SiteIndex } from "./search.ts";
import type { UnconfirmedName } from "./unconfirmed.ts";

/** Loads the index of all records; on disk it is stored by columns, which is smaller. */
export async function loadCatalogueIndex(language: Language): Promise<CatalogueIndex> {
  const [loaded, { indexOf }]: [
    { default: IndexColumns },
    typeof import("./list/indexColumns.ts"),
  ] = await Promise.all([
    import(`../../build/catalogue/index/${language}.json`),
    import("./list/indexColumns.ts"),
  ]);
  return indexOf(loaded.default);
}

/** Loads the names of all records by id, in reading order; the Japanese file has no second name. */
export async function loadCultivarNames(language: Language): Promise<CultivarNames> {
  const loaded: { default: Readonly<Record<string, readonly [nameJa: string, name?: string]>> } =
    await import(`../../build/catalogue/names/${language}.json`);
  return Object.fromEntries(
    Object.entries(loaded.default).map(([id, [nameJa, name = nameJa]]) => [id, { nameJa, name }]),
  );
}

/** Loads all sources of the catalogue, sorted by title; both languages have the same order. */
export async function loadSources(): Promise<readonly SourceLink[]> {
  const loaded: { default: readonly SourceLink[] } = await import(
    "../../build/catalogue/sources.json"
  );
  return loaded.default;
}

/** Loads the parents of all records, the records in reading order. */
export async function loadGenealogy(language: Language): Promise<Genealogy> {
  const loaded: { default: Genealogy } = await import(
    `../../build/catalogue/genealogy/${language}.json`
  );
  return loaded.default;
}

/** Loads all disagreements of sources. */
export async function loadConflicts(language: Language): Promise<ConflictsView> {
  const loaded: { default: ConflictsView } = await import(
    `../../build/catalogue/conflicts/${language}.json`
  );
  return loaded.default;
}

/** Loads the names without a record. */
export async function loadUnconfirmedNames(
  language: Language,
): Promise<readonly UnconfirmedName[]> {
  const loaded: { default: readonly UnconfirmedName[] } = await import(
    `../../build/catalogue/unconfirmed/${language}.json`
  );
  return loaded.default;
}

/**
 * Loads what the search of the site finds besides cultivars: pages, prefectures and unconfirmed
 * names.
 */
export async function loadSiteIndex(language: Language): Promise<SiteIndex> {
  const loaded: { default: SiteIndex } = await import(
    `../../build/catalogue/site/${language}.json`
  );
  return loaded.default;
}
