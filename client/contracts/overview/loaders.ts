/** Pages that show the catalogue as a whole, for client navigations; loaded on demand. */
import type { Language } from "../language.ts";
import type { Calendar } from "./calendar.ts";
import type { Breeder, Breeders, Statistics, Timeline } from "./overview.ts";
import type { WholePedigree } from "./pedigree.ts";

/** Loads the figures of the statistics page. */
export async function loadStatistics(language: Language): Promise<Statistics> {
  const loaded: { default: Statistics } = await import(
    `../../../build/catalogue/statistics/${language}.json`
  );
  return loaded.default;
}

/** Loads the years of registration. */
export async function loadTimeline(language: Language): Promise<Timeline> {
  const loaded: { default: Timeline } = await import(
    `../../../build/catalogue/timeline/${language}.json`
  );
  return loaded.default;
}

/** Loads the dates of bud break and picking by place. */
export async function loadCalendar(language: Language): Promise<Calendar> {
  const loaded: { default: Calendar } = await import(
    `../../../build/catalogue/calendar/${language}.json`
  );
  return loaded.default;
}

interface BreedersFile {
  readonly breeders: Breeders;
  readonly byId: Readonly<Record<string, Breeder>>;
}

/** Loads the list of breeders and the page of each. */
async function loadBreedersFile(language: Language): Promise<BreedersFile> {
  const loaded: { default: BreedersFile } = await import(
    `../../../build/catalogue/breeders/${language}.json`
  );
  return loaded.default;
}

export async function loadBreeders(language: Language): Promise<Breeders> {
  return (await loadBreedersFile(language)).breeders;
}

/** Loads the page of an institute, or null for an unknown id. */
export async function loadBreeder(language: Language, id: string): Promise<Breeder | null> {
  const { byId } = await loadBreedersFile(language);
  return Object.hasOwn(byId, id) ? (byId[id] ?? null) : null;
}

/** Loads the pedigree of all records. */
export async function loadPedigree(language: Language): Promise<WholePedigree> {
  const loaded: { default: WholePedigree } = await import(
    `../../../build/catalogue/pedigree/${language}.json`
  );
  return loaded.default;
}
