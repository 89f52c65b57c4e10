/** The built-in catalogue: views of one language in chunks that load when a page needs them. */
import { shardOf } from "./shards.ts";
import type { CatalogueIndex, CultivarNames, CultivarView, SourceLink } from "./cultivar.ts";
import type { Language } from "./language.ts";
import type { Diagram } from "./pedigree.ts";

export async function loadCatalogueIndex(language: Language): Promise<CatalogueIndex> {
  const loaded: { default: CatalogueIndex } = await import(
    `../../build/catalogue/index/${language}.json`
  );
  return loaded.default;
}

/** Names of all cultivars by id. */
export async function loadCultivarNames(): Promise<CultivarNames> {
  const loaded: { default: CultivarNames } = await import("../../build/catalogue/names.json");
  return loaded.default;
}

/** The view of a record, or null for an unknown id. */
export async function loadCultivar(language: Language, id: string): Promise<CultivarView | null> {
  const loaded: { default: Readonly<Record<string, CultivarView>> } = await import(
    `../../build/catalogue/cultivars/${language}-${shardOf(id)}.json`
  );
  return Object.hasOwn(loaded.default, id) ? (loaded.default[id] ?? null) : null;
}

/** All sources of the catalogue, in reading order. */
export async function loadSources(): Promise<readonly SourceLink[]> {
  const loaded: { default: readonly SourceLink[] } = await import(
    "../../build/catalogue/sources.json"
  );
  return loaded.default;
}

export async function loadGroupDiagram(code: string): Promise<Diagram> {
  const loaded: { default: Diagram } = await import(`../../build/catalogue/groups/${code}.json`);
  return loaded.default;
}
