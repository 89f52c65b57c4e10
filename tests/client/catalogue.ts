/** Views of the real catalogue in both languages, made from the shared files as in the build. */
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
import { translate } from "./messages.ts";

/** Memoizes a function of the language; the code under test must not change the shared result. */
function memoizedByLanguage<Data>(
  build: (language: Language) => Data,
): (language: Language) => Data {
  const cached = new Map<Language, Data>();
  return (language) => {
    const found = cached.get(language) ?? build(language);
    cached.set(language, found);
    return found;
  };
}

// Built at the first use: the layout is slow, and few tests need a diagram.
let builtDiagrams: Diagrams | undefined;
function allDiagrams(): Diagrams {
  builtDiagrams ??= diagramsOf(catalogue, groups);
  return builtDiagrams;
}

export const ids: readonly string[] = Object.keys(catalogue);

function catalogueIndexIn(language: Language): CatalogueIndex {
  return {
    cultivars: sortedIds(language).map((id) =>
      indexEntryOf(id, { language, t: translate[language] }),
    ),
    filters: filtersOf({ language, t: translate[language] }),
  };
}

export const index: Readonly<Record<Language, CatalogueIndex>> = {
  en: catalogueIndexIn("en"),
  ja: catalogueIndexIn("ja"),
};

/** The day that components and searches under test take as today. */
export const today = "2026-11-23";

export const searchIndex = searchIndexOf(cultivars, searchWordsOf(translate));

export const otherNames = otherNamesOf(cultivars);

export const findEntries: FindEntries = (entries, search) =>
  matchAll(entries, { index: searchIndex, others: otherNames }, search);

export function viewIn(language: Language, id: string): CultivarView {
  return viewOf(id, { language, t: translate[language] }, allDiagrams());
}

export function observationsIn(language: Language, id: string): ObservationsView {
  return observationsOf(id, language);
}

export function featuredIn(language: Language): readonly CultivarSummary[] {
  return featuredIds.map((id) => summaryOf(id, { language, t: translate[language] }));
}

const lineagesIn = memoizedByLanguage<Readonly<Record<string, LineageText>>>((language) =>
  lineagePagesOf({ language, t: translate[language] }, allDiagrams().pictures),
);

export function lineageListIn(language: Language): readonly LineageText[] {
  return Object.values(lineagesIn(language));
}

export function lineageIn(language: Language, code: string): LineagePageData {
  const text = lineagesIn(language)[code];
  const diagram = allDiagrams().groups[code];
  if (!text || !diagram) throw new Error(`no lineage ${code}`);
  return { ...text, diagram };
}

export const viewMessagesIn = (language: Language) => ({ language, t: translate[language] });

export const statisticsIn = memoizedByLanguage<Statistics>((language) =>
  statisticsOf(viewMessagesIn(language)),
);

const mapViewIn = memoizedByLanguage((language) => mapOf(viewMessagesIn(language)));
const prefecturesIn = memoizedByLanguage((language) => prefecturePagesOf(viewMessagesIn(language)));
const breedersIn = memoizedByLanguage((language) => breederPagesOf(viewMessagesIn(language)));

/** Returns the data of the map page; `posts`: number of posts by prefecture. */
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
