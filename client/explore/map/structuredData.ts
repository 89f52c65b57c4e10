/** Structured data of the map of prefectures and of their pages. */
import { pathFor } from "../../language/paths.ts";
import { type DescribedPage, datasetId, type Node, webPage } from "../../page/structuredData.ts";
import { collection, datasetOf, trail } from "../overview/structuredData.ts";

/** Returns the JSON-LD of the map: the prefectures of the catalogue and the data behind it. */
export function mapNodes(described: DescribedPage, canonical: string): readonly Node[] {
  const { payload, store } = described;
  const { language, params, site } = payload;
  const { view } = store.data("map", language, params);
  const items = view.tiles
    .filter(({ isInCatalogue }) => isInCatalogue)
    .map(({ id, name }) => ({
      name,
      url: site.origin + pathFor("prefecture", language, { id }),
    }));
  return [
    collection(described, canonical, items),
    trail(described, canonical, { name: store.translate(language)("app.footer.map") }),
    datasetOf(described, canonical, view),
  ];
}

/** Returns the JSON-LD of a prefecture and its records; empty for an unknown one. */
export function prefectureNodes(described: DescribedPage, canonical: string): readonly Node[] {
  const { payload, store } = described;
  const { language, params, site } = payload;
  const data = store.data("prefecture", language, params);
  if (data === null) return [];
  const items = [...data.view.cultivars, ...data.view.others].map(({ id, name }) => ({
    name,
    url: site.origin + pathFor("cultivar", language, { id }),
  }));
  const page =
    items.length > 0
      ? collection(described, canonical, items)
      : webPage(described, canonical, { about: { "@id": datasetId(site) } });
  return [page, trail(described, canonical, { name: data.view.name, parent: "map" })];
}
