/** Structured data of the feed: a collection with its posts by address and title. */
import { pathFor } from "../../language/paths.ts";
import { breadcrumbs, type Described, type Node, webPage } from "../../page/structuredData.ts";
import { titleOf } from "../excerpt.ts";

export function communityNodes(described: Described, canonical: string): readonly Node[] {
  const { payload, store, report } = described;
  const { language, params, site, url } = payload;
  const t = store.translate(language);
  const { search } = new URL(url, site.origin);
  const posts = store.peek("feed", { language, params, search })?.posts ?? [];
  const list = {
    "@type": "ItemList",
    numberOfItems: posts.length,
    itemListElement: posts.map((post, index) => ({
      "@type": "ListItem",
      position: index + 1,
      url: site.origin + pathFor("post", language, { id: String(post.id) }),
      name: titleOf(post),
    })),
  };
  const community = site.origin + pathFor("community", language);
  const crumbs = [
    { name: t("app.home"), url: site.origin + pathFor("home", language) },
    { name: t("community.title"), url: community },
    ...(canonical === community ? [] : [{ name: report.title, url: canonical }]),
  ];
  return [
    webPage(described, canonical, { "@type": "CollectionPage", mainEntity: list }),
    breadcrumbs(canonical, crumbs),
  ];
}
