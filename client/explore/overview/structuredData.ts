/** Structured data of the pages that show the catalogue as a whole. */
import { catalogueFigures } from "../../contracts/figures.ts";
import type { TableFiles } from "../../contracts/overview/overview.ts";
import { pathFor } from "../../language/paths.ts";
import {
  breadcrumbs,
  type Crumb,
  type DescribedPage,
  datasetId,
  licence,
  type Node,
  organizationId,
  webPage,
} from "../../page/structuredData.ts";

interface TrailProps {
  /** The name of this page in the breadcrumb. */
  readonly name: string;
  /** The page above this one, if that is not the home page. */
  readonly parent?: "breeders" | "lineages" | "map";
}

/** Returns the JSON-LD of the breadcrumb that the page shows, from home to the page. */
export function trail(
  { payload, store }: DescribedPage,
  canonical: string,
  { name, parent }: TrailProps,
): Node {
  const { language, site } = payload;
  const t = store.translate(language);
  const crumbs: Crumb[] = [
    { name: t("app.home"), url: site.origin + pathFor("home", language) },
    { name, url: canonical },
  ];
  if (parent) {
    const url = site.origin + pathFor(parent, language);
    crumbs.splice(1, 0, { name: t(`app.footer.${parent}`), url });
  }
  return breadcrumbs(canonical, crumbs);
}

/** Returns the JSON-LD of the page of the complete pedigree. */
export function pedigreeNodes(described: DescribedPage, canonical: string): readonly Node[] {
  const { payload, store } = described;
  const about = { "@id": datasetId(payload.site) };
  const name = store.translate(payload.language)("app.footer.pedigree");
  return [
    webPage(described, canonical, { about }),
    trail(described, canonical, { name, parent: "lineages" }),
  ];
}

/** Returns the JSON-LD of a page as a list of items. */
export function collection(
  described: DescribedPage,
  canonical: string,
  items: readonly Crumb[],
): Node {
  const mainEntity = {
    "@type": "ItemList",
    numberOfItems: items.length,
    itemListElement: items.map(({ name, url }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      url,
      name,
    })),
  };
  const about = { "@id": datasetId(described.payload.site) };
  return webPage(described, canonical, { "@type": "CollectionPage", about, mainEntity });
}

/** Returns the JSON-LD of the list of breeders. */
export function breedersNodes(described: DescribedPage, canonical: string): readonly Node[] {
  const { payload, store } = described;
  const { language, params, site } = payload;
  const { institutes } = store.data("breeders", language, params);
  const items = institutes.map(({ id, name }) => ({
    name,
    url: site.origin + pathFor("breeder", language, { id }),
  }));
  const name = store.translate(language)("app.footer.breeders");
  return [collection(described, canonical, items), trail(described, canonical, { name })];
}

/** Returns the JSON-LD of a breeder and its records; empty for an unknown one. */
export function breederNodes(described: DescribedPage, canonical: string): readonly Node[] {
  const { payload, store } = described;
  const { language, params, site } = payload;
  const breeder = store.data("breeder", language, params);
  if (breeder === null) return [];
  const items = breeder.listed.map(({ id, name }) => ({
    name,
    url: site.origin + pathFor("cultivar", language, { id }),
  }));
  return [
    collection(described, canonical, items),
    trail(described, canonical, { name: breeder.name, parent: "breeders" }),
  ];
}

/** Pages whose content is a data set. */
const measuredPages = ["statistics", "timeline", "calendar"] as const;

/** Returns the id of the data set of a page. */
function datasetIdOf(canonical: string): string {
  return `${canonical}#dataset`;
}

/**
 * Returns the JSON-LD of the tables of a page, with their sizes in bytes, as a data set that is
 * computed from that of the catalogue.
 */
export function datasetOf(
  { payload, report }: DescribedPage,
  canonical: string,
  { measured = [], files = [] }: TableFiles,
): Node {
  const { language, site } = payload;
  const id = datasetIdOf(canonical);
  return {
    "@type": "Dataset",
    "@id": id,
    name: report.title,
    description: report.description,
    url: canonical,
    identifier: id,
    version: catalogueFigures.version,
    isBasedOn: { "@id": datasetId(site) },
    citation: { "@id": datasetId(site) },
    license: licence,
    creator: { "@id": organizationId(site) },
    datePublished: catalogueFigures.published,
    dateModified: catalogueFigures.modified,
    isAccessibleForFree: true,
    keywords: ["Camellia sinensis", "cultivar", "Japanese tea", "日本茶", "品種"],
    inLanguage: language,
    spatialCoverage: "Japan",
    variableMeasured: measured,
    distribution: files.map(({ id: name, bytes }) => ({
      "@type": "DataDownload",
      encodingFormat: "text/csv",
      contentUrl: `${site.origin}/tables/${language}/${name}.csv`,
      contentSize: `${bytes} B`,
    })),
  };
}

/** Returns the JSON-LD of a page whose content is a data set. */
export function measuredNodes(described: DescribedPage, canonical: string): readonly Node[] {
  const { payload, store } = described;
  const { language, params } = payload;
  const page = measuredPages.find((name) => name === payload.route) ?? "statistics";
  const name = store.translate(language)(`app.footer.${page}`);
  return [
    webPage(described, canonical, { mainEntity: { "@id": datasetIdOf(canonical) } }),
    trail(described, canonical, { name }),
    datasetOf(described, canonical, store.data(page, language, params)),
  ];
}
