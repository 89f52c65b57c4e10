/** Structured data of a member's page: the person, join date and number of posts. */
import { pathFor } from "../../language/paths.ts";
import { breadcrumbs, type DescribedPage, type Node, webPage } from "../../page/structuredData.ts";

/**
 * Returns the JSON-LD of a member's page: the person, join date and number of posts; empty for an
 * unknown member.
 */
export function memberNodes(described: DescribedPage, canonical: string): readonly Node[] {
  const { payload, store } = described;
  const { language, params, site } = payload;
  const profile = store.data("member", language, params);
  if (profile === null) return [];
  const { id, display_name: name, bio, avatar_url: picture, joined_at, posts_count } = profile;
  const person = {
    "@type": "Person",
    "@id": `${site.origin}${pathFor("member", "en", params)}#person`,
    name,
    identifier: id,
    url: canonical,
    ...(bio && { description: bio }),
    ...(picture && { image: new URL(picture, site.origin).href }),
    agentInteractionStatistic: {
      "@type": "InteractionCounter",
      interactionType: { "@type": "WriteAction" },
      userInteractionCount: posts_count ?? 0,
    },
  };
  const more = { "@type": "ProfilePage", dateCreated: joined_at, mainEntity: person };
  const t = store.translate(language);
  const crumbs = [
    { name: t("app.home"), url: site.origin + pathFor("home", language) },
    { name: t("app.nav.community"), url: site.origin + pathFor("community", language) },
    { name, url: canonical },
  ];
  return [webPage(described, canonical, more), breadcrumbs(canonical, crumbs)];
}
