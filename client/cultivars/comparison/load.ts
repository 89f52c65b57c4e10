/** Loads the records of a comparison from the chunks of the catalogue. */
import type { ComparedRecord } from "../../contracts/cultivar.ts";
import { loadCultivar } from "../../contracts/cultivarChunks.ts";
import type { Language } from "../../contracts/language.ts";
import { comparedRecords } from "../../contracts/limits.generated.ts";
import { loadObservations } from "../../contracts/observationChunks.ts";
import { namedIds } from "./ids.ts";

/** Loads the compared records, at most four, with their observations; unknown ids are left out. */
export async function loadCompared(
  language: Language,
  search: string,
): Promise<readonly ComparedRecord[]> {
  const loaded = await Promise.all(
    namedIds(search).map(async (id) => {
      const [cultivar, observations] = await Promise.all([
        loadCultivar(language, id),
        loadObservations(language, id),
      ]);
      return cultivar && observations ? [{ cultivar, observations }] : [];
    }),
  );
  return loaded.flat().slice(0, comparedRecords);
}
