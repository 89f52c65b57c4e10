/** The catalogue in both languages, built from the shared files as in the build. */
import { featuredIds } from "../../client/cultivars/catalogue/featured.ts";
import {
  filtersOf,
  indexEntryOf,
  sortedIds,
  summaryOf,
  viewOf,
} from "../../client/cultivars/catalogue/views.ts";
import type {
  CatalogueIndex,
  CultivarSummary,
  CultivarView,
} from "../../client/contracts/cultivar.ts";
import type { Language } from "../../client/contracts/language.ts";
import { diagramsOf } from "../../client/cultivars/pedigree/diagrams.ts";
import type { Diagrams } from "../../client/contracts/pedigree.ts";
import { catalogue, groups } from "./cultivars/pedigree/catalogue.ts";
import { say } from "./words.ts";

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
    filters: filtersOf(language),
  };
}

export const index: Readonly<Record<Language, CatalogueIndex>> = {
  en: indexIn("en"),
  ja: indexIn("ja"),
};

export function viewIn(language: Language, id: string): CultivarView {
  return viewOf(id, { language, t: say[language] }, drawings());
}

export function featuredIn(language: Language): readonly CultivarSummary[] {
  return featuredIds.map((id) => summaryOf(id, { language, t: say[language] }));
}
