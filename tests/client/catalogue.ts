/** The catalogue in both languages, built from the shared files as in the build. */
import { filtersOf } from "../../client/cultivars/catalogue/facets/options.ts";
import { featuredIds } from "../../client/cultivars/catalogue/featured.ts";
import { observationsOf } from "../../client/cultivars/catalogue/observations.ts";
import { lineagePagesOf } from "../../client/cultivars/catalogue/lineages/lineagePages.ts";
import { breederPagesOf } from "../../client/cultivars/catalogue/overview/breeders.ts";
import {
  mapOf,
  prefecturePagesOf,
} from "../../client/cultivars/catalogue/prefectures/prefectures.ts";
import type { MapPageData, PrefecturePageData } from "../../client/contracts/overview/map.ts";
import type { PostPage } from "../../client/wire/types.generated.ts";
import { statisticsOf } from "../../client/cultivars/catalogue/overview/statistics.ts";
import {
  indexEntryOf,
  sortedIds,
  summaryOf,
  viewOf,
} from "../../client/cultivars/catalogue/views.ts";
import { cultivars } from "../../client/cultivars/catalogue/records.ts";
import { searchWordsOf } from "../../client/cultivars/catalogue/searchWords.ts";
import { matchAll } from "../../client/cultivars/search/catalogueMatch.ts";
import type { FindEntries } from "../../client/contracts/search.ts";
import { otherNamesOf, searchIndexOf } from "../../client/cultivars/search/searchIndex.ts";
import type {
  CatalogueIndex,
  CultivarSummary,
  CultivarView,
} from "../../client/contracts/cultivar.ts";
import type { Language } from "../../client/contracts/language.ts";
import type { Breeder, Statistics } from "../../client/contracts/overview/overview.ts";
import type { ObservationsView } from "../../client/contracts/observations.ts";
import type { LineagePageData, LineageText } from "../../client/contracts/lineage.ts";
import { diagramsOf } from "../../client/cultivars/pedigree/diagrams.ts";
import type { Diagrams } from "../../client/contracts/pedigree.ts";
import { catalogue, groups } from "./cultivars/pedigree/catalogue.ts";
import { say } from "./words.ts";

/** Makes the data of a language at its first use only; the code under test may not change it. */
function onceIn<Made>(make: (language: Language) => Made): (language: Language) => Made {
  const made = new Map<Language, Made>();
  return (language) => {
    const found = made.get(language) ?? make(language);
    made.set(language, found);
    return found;
  };
}

// Laying out takes a moment, and few tests look at a diagram.
let laidOut: Diagrams | undefined;
function drawings(): Diagrams {
  laidOut ??= diagramsOf(catalogue, groups);
  return laidOut;
}

export const ids: readonly string[] = Object.keys(catalogue);

function indexIn(language: Language): CatalogueIndex {
  return {
    cultivars: sortedIds(language).map((id) => indexEntryOf(id, { language, t: say[language] })),
    filters: filtersOf({ language, t: say[language] }),
  };
}

export const index: Readonly<Record<Language, CatalogueIndex>> = {
  en: indexIn("en"),
  ja: indexIn("ja"),
};

/** The day of reading in tests. */
export const today = "2026-11-23";

export const searchIndex = searchIndexOf(cultivars, searchWordsOf(say));

export const otherNames = otherNamesOf(cultivars);

export const findEntries: FindEntries = (entries, search) =>
  matchAll(entries, { index: searchIndex, others: otherNames }, search);

export function viewIn(language: Language, id: string): CultivarView {
  return viewOf(id, { language, t: say[language] }, drawings());
}

export function observationsIn(language: Language, id: string): ObservationsView {
  return observationsOf(id, language);
}

export function featuredIn(language: Language): readonly CultivarSummary[] {
  return featuredIds.map((id) => summaryOf(id, { language, t: say[language] }));
}

const lineagesIn = onceIn<Readonly<Record<string, LineageText>>>((language) =>
  lineagePagesOf({ language, t: say[language] }, drawings().pictures),
);

export function lineageListIn(language: Language): readonly LineageText[] {
  return Object.values(lineagesIn(language));
}

export function lineageIn(language: Language, code: string): LineagePageData {
  const text = lineagesIn(language)[code];
  const diagram = drawings().groups[code];
  if (!text || !diagram) throw new Error(`no lineage ${code}`);
  return { ...text, diagram };
}

export const wordsIn = (language: Language) => ({ language, t: say[language] });

export const statisticsIn = onceIn<Statistics>((language) => statisticsOf(wordsIn(language)));

const mapViewIn = onceIn((language) => mapOf(wordsIn(language)));
const prefecturesIn = onceIn((language) => prefecturePagesOf(wordsIn(language)));
const breedersIn = onceIn((language) => breederPagesOf(wordsIn(language)));

/** The map with these numbers of posts. */
export function mapIn(language: Language, posts: Readonly<Record<string, number>>): MapPageData {
  const view = mapViewIn(language);
  return { meta: view.meta, view, posts: { posts } };
}

export function prefectureIn(
  language: Language,
  id: string,
  posts: PostPage | null,
): PrefecturePageData {
  const view = prefecturesIn(language)[id];
  if (!view) throw new Error(`no prefecture ${id}`);
  return { meta: view.meta, view, posts };
}

export function breederIn(language: Language, id: string): Breeder {
  const breeder = breedersIn(language)[id];
  if (!breeder) throw new Error(`no breeder ${id}`);
  return breeder;
}
