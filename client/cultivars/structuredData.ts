/** Structured data of the catalogue: the list, and a cultivar as taxon and defined term. */
import { cultivarPageSize } from "../contracts/limits.generated.ts";
import { dayInJapan } from "../language/partialDates.ts";
import { pathFor } from "../language/paths.ts";
import {
  breadcrumbs,
  type DescribedPage,
  datasetId,
  type Node,
  webPage,
} from "../page/structuredData.ts";
import { searchCatalogue, stateOf } from "./search/catalogueSearch.ts";
import type { CultivarView } from "../contracts/cultivar.ts";

/** Returns the JSON-LD of the list: its page, with the shown records in order, and breadcrumb. */
export function catalogueNodes(described: DescribedPage, canonical: string): readonly Node[] {
  const { payload, store } = described;
  const { language, params, site, url } = payload;
  const t = store.translate(language);
  const index = store.data("catalogueIndex", language, params);
  const state = stateOf(new URL(url, site.origin).searchParams, index);
  const today = dayInJapan(payload.now);
  const find = store.data("findEntries", language, params);
  const written = store.peek("postsByCultivar", { language, params });
  const shown = searchCatalogue(index, state, { find, written, today }).found.slice(
    0,
    state.page * cultivarPageSize,
  );
  const list = {
    "@type": "ItemList",
    numberOfItems: shown.length,
    itemListElement: shown.map(({ id, nameJa, nameEn }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      url: site.origin + pathFor("cultivar", language, { id }),
      name: language === "ja" ? nameJa : nameEn,
    })),
  };
  const crumbs = [
    { name: t("app.home"), url: site.origin + pathFor("home", language) },
    { name: t("cultivars.title"), url: site.origin + pathFor("cultivars", language) },
  ];
  const page = { "@type": "CollectionPage", about: { "@id": datasetId(site) }, mainEntity: list };
  return [webPage(described, canonical, page), breadcrumbs(canonical, crumbs)];
}

const species = { "@type": "Taxon", name: "Camellia sinensis", taxonRank: "species" };
/** Botanical name of another species of the genus. */
const otherSpecies = /^Camellia (?!sinensis\b)/;

/**
 * Returns the rank of a record, and its species. A native population, a breeding line or an
 * ornamental has no rank, a record with an ancestor of another species no species.
 */
function classify({ ancestors, kind }: CultivarView): Node {
  const shown = ancestors?.nodes.flatMap((node) => [node, ...(node.with ?? [])]) ?? [];
  const isHybrid = shown.some(({ nameEn }) => otherSpecies.test(nameEn));
  return {
    ...(kind === null ? { taxonRank: "cultivar" } : {}),
    ...(isHybrid ? {} : { parentTaxon: species }),
  };
}

/** Returns the JSON-LD of a number in a register. */
function propertyOf({ register, number }: CultivarView["identifiers"][number]): Node {
  return { "@type": "PropertyValue", propertyID: register, value: number };
}

/**
 * Returns the JSON-LD of a cultivar as taxon and defined term of schema.org. Its `@id` has the
 * English address in both languages, so that both pages describe one entity.
 */
function describeTaxon(
  cultivar: CultivarView,
  canonical: string,
  { payload }: DescribedPage,
): Node {
  const { nameJa, nameEn, aliases, description, identifiers, id, ruby } = cultivar;
  const { origin } = payload.site;
  // The page shows the reading of kanji only. JSON-LD has no place for the note that no source
  // gives the reading.
  const isRead = ruby.some(({ reading }) => reading !== null) && !cultivar.isReadingUncertain;
  const readings = isRead ? [cultivar.nameKana] : [];
  const names = new Set([nameJa, ...readings, nameEn, ...aliases]);
  return {
    "@type": ["Taxon", "DefinedTerm"],
    "@id": `${origin}${pathFor("cultivar", "en", { id })}#cultivar`,
    name: payload.language === "ja" ? nameJa : nameEn,
    alternateName: [...names],
    termCode: id,
    ...(identifiers.length > 0 ? { identifier: identifiers.map(propertyOf) } : {}),
    ...classify(cultivar),
    inDefinedTermSet: { "@id": datasetId(payload.site) },
    description,
    url: canonical,
    image: payload.meta?.card?.url ?? `${origin}/images/card-${payload.language}.jpg`,
  };
}

/**
 * Returns the JSON-LD of a record's page: the taxon, its sources and the breadcrumb; empty for an
 * unknown record.
 */
export function cultivarNodes(described: DescribedPage, canonical: string): readonly Node[] {
  const { payload, store } = described;
  const { language, params, site } = payload;
  const cultivar = store.data("cultivar", language, params);
  if (cultivar === null) return [];
  const t = store.translate(language);
  const citation = cultivar.sources.map(({ title, publisher, url }) => ({
    "@type": "CreativeWork",
    name: title,
    publisher,
    url,
  }));
  const crumbs = [
    { name: t("app.home"), url: site.origin + pathFor("home", language) },
    { name: t("cultivars.title"), url: site.origin + pathFor("cultivars", language) },
    { name: language === "ja" ? cultivar.nameJa : cultivar.nameEn, url: canonical },
  ];
  const page = { mainEntity: describeTaxon(cultivar, canonical, described), citation };
  return [webPage(described, canonical, page), breadcrumbs(canonical, crumbs)];
}
