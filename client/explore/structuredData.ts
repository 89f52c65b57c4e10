/** Structured data of the lineage groups: their list, and the members of each. */
import type { Named } from "../contracts/cultivar.ts";
import type { LineagePageData } from "../contracts/lineage.ts";
import { pathFor } from "../language/paths.ts";
import {
  breadcrumbs,
  type Crumb,
  type DescribedPage,
  datasetId,
  licence,
  type Node,
  organizationId,
  webPage,
} from "../page/structuredData.ts";

/** Returns the JSON-LD of a list in its order. */
function itemList(items: readonly Named[], urlOf: (id: string) => string): Node {
  return {
    "@type": "ItemList",
    numberOfItems: items.length,
    itemListElement: items.map(({ id, name }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      url: urlOf(id),
      name,
    })),
  };
}

/** Returns the breadcrumb from the home page to the list of lineage groups. */
function trailOf({ payload, store }: DescribedPage): readonly Crumb[] {
  const { language, site } = payload;
  const t = store.translate(language);
  return [
    { name: t("app.home"), url: site.origin + pathFor("home", language) },
    { name: t("lineage.list.short"), url: site.origin + pathFor("lineages", language) },
  ];
}

/** Returns the JSON-LD of a page about the catalogue as a collection. */
function collection(described: DescribedPage, canonical: string, more: Node): Node {
  const about = { "@id": datasetId(described.payload.site) };
  return webPage(described, canonical, { "@type": "CollectionPage", about, ...more });
}

/** Returns the JSON-LD of the diagram of a lineage group, as the picture that the page links to. */
function diagramOf(
  { payload, store }: DescribedPage,
  canonical: string,
  { name, image }: LineagePageData,
): Node {
  const { language, site } = payload;
  return {
    "@type": "ImageObject",
    "@id": `${canonical}#diagram`,
    name: store.translate(language)("lineage.picture.label", { name }),
    contentUrl: site.origin + image.src,
    encodingFormat: "image/jpeg",
    license: licence,
    acquireLicensePage: site.origin + pathFor("databaseInfo", language),
    creditText: site.names[language],
    creator: { "@id": organizationId(site) },
  };
}

/** Returns the JSON-LD of the list of lineage groups. */
export function lineagesNodes(described: DescribedPage, canonical: string): readonly Node[] {
  const { payload, store } = described;
  const { language, params, site } = payload;
  const urlOf = (code: string) => site.origin + pathFor("lineage", language, { code });
  const mainEntity = itemList(store.data("lineages", language, params), urlOf);
  return [
    collection(described, canonical, { mainEntity }),
    breadcrumbs(canonical, trailOf(described)),
  ];
}

/** Returns the JSON-LD of a lineage group's page and its diagram; empty for an unknown one. */
export function lineageNodes(described: DescribedPage, canonical: string): readonly Node[] {
  const { payload, store } = described;
  const { language, params, site } = payload;
  const lineage = store.data("lineage", language, params);
  if (lineage === null) return [];
  const urlOf = (id: string) => site.origin + pathFor("cultivar", language, { id });
  const crumbs = [...trailOf(described), { name: lineage.name, url: canonical }];
  const diagram = diagramOf(described, canonical, lineage);
  const more = {
    mainEntity: itemList(lineage.members, urlOf),
    primaryImageOfPage: { "@id": diagram["@id"] },
  };
  return [collection(described, canonical, more), breadcrumbs(canonical, crumbs), diagram];
}
