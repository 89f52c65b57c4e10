/** Observations of the built-in catalogue, a few records in each chunk; a later page of a cultivar loads this module. */
import type { Language } from "./language.ts";
import type { ObservationsView } from "./observations.ts";
import { shardOf } from "./shards.ts";

/** Loads the observations of a record, or null for an unknown id. */
export async function loadObservations(
  language: Language,
  id: string,
): Promise<ObservationsView | null> {
  const loaded: { default: Readonly<Record<string, ObservationsView>> } = await import(
    `../../build/catalogue/observations/${language}-${shardOf(id)}.json`
  );
  return Object.hasOwn(loaded.default, id) ? (loaded.default[id] ?? null) : null;
}
