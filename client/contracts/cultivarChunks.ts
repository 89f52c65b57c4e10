/** Records of the built-in catalogue, a few in each chunk; a later page of a cultivar loads this module. */
import type { CultivarView } from "./cultivar.ts";
import type { Language } from "./language.ts";
import { shardOf } from "./shards.ts";

/** Loads the view of a record, or null for an unknown id. */
export async function loadCultivar(language: Language, id: string): Promise<CultivarView | null> {
  const loaded: { default: Readonly<Record<string, CultivarView>> } = await import(
    `../../build/catalogue/cultivars/${language}-${shardOf(id)}.json`
  );
  return Object.hasOwn(loaded.default, id) ? (loaded.default[id] ?? null) : null;
}
