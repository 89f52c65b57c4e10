/** JSON-LD nodes shared by all pages, and the serialisation of a graph. */
import type { Language } from "../contracts/language.ts";
import { pathFor } from "../language/paths.ts";
import type { PageReport } from "./PageContext.ts";
import type { PageStore } from "./PageStore.ts";
import type { PagePayload, Site } from "./payload.ts";

/** The licence of the catalogue, its texts and its diagrams. */
export const licence = "https://creativecommons.org/licenses/by/4.0/";

export interface DescribedPage {
  readonly payload: PagePayload;
  readonly report: PageReport;
  readonly store: PageStore;
}

export type Node = Readonly<Record<string, unknown>>;

export interface Crumb {
  readonly name: string;
  readonly url: string;
}

/** Returns the id of the site as an organization. */
export function organizationId(site: Site): string {
  return `${site.origin}/#organization`;
}

/** Returns the id of the site as a website. */
function websiteId(site: Site): string {
  return `${site.origin}/#website`;
}

/** Returns the id of the catalogue's data set. */
export function datasetId(site: Site): string {
  return `${site.origin}/database-info#dataset`;
}

/** Returns the JSON-LD of the site as an organization, with its social profiles. */
export function organization(site: Site): Node {
  return {
    "@type": "Organization",
    "@id": organizationId(site),
    name: site.names.en,
    alternateName: site.names.ja,
    url: `${site.origin}/`,
    logo: `${site.origin}/icon-512.png`,
    ...(site.social.length > 0 ? { sameAs: site.social.map(({ url }) => url) } : {}),
  };
}

/** Returns the JSON-LD of the site in one language, with its search. */
export function website(site: Site, language: Language): Node {
  const root = `${site.origin}${language === "ja" ? "/ja" : ""}`;
  return {
    "@type": "WebSite",
    "@id": websiteId(site),
    name: site.names[language],
    alternateName: site.names[language === "ja" ? "en" : "ja"],
    url: `${site.origin}/`,
    inLanguage: ["en", "ja"],
    publisher: { "@id": organizationId(site) },
    potentialAction: {
      "@type": "SearchAction",
      target: {
        "@type": "EntryPoint",
        urlTemplate: `${root}/cultivars?search={search_term_string}`,
      },
      "query-input": "required name=search_term_string",
    },
  };
}

/** Returns the JSON-LD of a page; `more` adds to it or replaces its type. */
export function webPage(
  { payload, report }: DescribedPage,
  canonical: string,
  more: Node = {},
): Node {
  return {
    "@type": "WebPage",
    "@id": canonical,
    url: canonical,
    name: report.title,
    description: report.description,
    inLanguage: payload.language,
    isPartOf: { "@id": websiteId(payload.site) },
    ...more,
  };
}

/** Returns the JSON-LD of the breadcrumb of a page. */
export function breadcrumbs(canonical: string, crumbs: readonly Crumb[]): Node {
  return {
    "@type": "BreadcrumbList",
    "@id": `${canonical}#breadcrumb`,
    itemListElement: crumbs.map(({ name, url }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: url,
    })),
  };
}

/** Returns the JSON-LD of a page with its breadcrumb from home; `more` adds to the page. */
export function belowHome(
  described: DescribedPage,
  canonical: string,
  more: Node = {},
): readonly Node[] {
  const { payload, report, store } = described;
  const { language, site } = payload;
  const home = {
    name: store.translate(language)("app.home"),
    url: site.origin + pathFor("home", language),
  };
  const crumbs = [home, { name: report.title, url: canonical }];
  return [webPage(described, canonical, more), breadcrumbs(canonical, crumbs)];
}

/** Returns the script element of a JSON-LD graph; characters that could end it are escaped. */
export function graphTag(nodes: readonly Node[]): string {
  const graph = JSON.stringify({ "@context": "https://schema.org", "@graph": nodes });
  const escapes: Readonly<Record<string, string>> = {
    "<": "\\u003c",
    ">": "\\u003e",
    "&": "\\u0026",
    "\u2028": "\\u2028",
    "\u2029": "\\u2029",
  };
  const safe = graph.replace(/[<>&\u2028\u2029]/g, (sign) => escapes[sign] ?? "");
  return `<script type="application/ld+json">${safe}</script>`;
}
