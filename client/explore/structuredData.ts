/** Structured data of the lineage groups: their list, and the members of each. */
import type { Named } from "../contracts/cultivar.ts";
import { pathFor } from "../language/paths.ts";
import {
  breadcrumbs,
  type Crumb,
  type DescribedPage,
  datasetId,
  type Node,
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
function collection(described: DescribedPage, canonical: string, mainEntity: Node): Node {
  const about = { "@id": datasetId(described.payload.site) };
  return webPage(described, canonical, { "@type": "CollectionPage", about, mainEntity });
}

/** Returns the JSON-LD of the list of lineage groups. */
export function lineagesNodes(described: DescribedPage, canonical: string): readonly Node[] {
  const { payload, store } = described;
  const { language, params, site } = payload;
  const urlOf = (code: string) => site.origin + pathFor("lineage", language, { code });
  const list = itemList(store.data("lineages", language, params), urlOf);
  return [collection(described, canonical, list), breadcrumbs(canonical, trailOf(described))];
}

/** Returns the JSON-LD of the page of a lineage group; empty for an unknown one. */
export function lineageNodes(described: DescribedPage, canonical: string): readonly Node[] {
  const { payload, store } = described;
  const { language, params, site } = payload;
  const lineage = store.data("lineage", language, params);
  if (lineage === null) return [];
  const urlOf = (id: string) => site.origin + pathFor("cultivar", language, { id });
  const crumbs = [...trailOf(described), { name: lineage.name, url: canonical }];
  return [
    collection(described, canonical, itemList(lineage.members, urlOf)),
    breadcrumbs(canonical, crumbs),
  ];
}
