/** Head tags of a page, printed from its meta and its addresses. */
import type { ComponentProps } from "react";
import { Helmet } from "react-helmet-async";
import { type Language, languages } from "../contracts/language.ts";
import type { PageName, Params } from "../contracts/routes.ts";
import { otherLanguage, pathFor } from "../language/paths.ts";
import type { PageMeta, Site } from "./payload.ts";

interface PageAddress {
  readonly page: PageName;
  readonly language: Language;
  readonly params: Params;
  readonly site: Site & { readonly name: string };
}

const locales = { en: "en_US", ja: "ja_JP" } as const;

/** Returns the canonical address of a page; undefined for a page without a public address. */
export function canonicalOf(
  { query = "" }: PageMeta,
  { page, language, params, site }: PageAddress,
): string | undefined {
  if (query === null || page === "notFound") return undefined;
  return site.origin + pathFor(page, language, params) + query;
}

type LinkProps = ComponentProps<"link">;

/**
 * Returns the link tags of a page: canonical, alternate languages, feed and oEmbed; empty without a
 * canonical address.
 */
function linksOf(meta: PageMeta, address: PageAddress) {
  const { title, original = "en", feed, embeddable } = meta;
  const canonical = canonicalOf(meta, address);
  if (canonical === undefined) return [];
  const { language, site } = address;
  /** Returns the link to the page in another language. */
  const alternate = (hrefLang: string, spoken: Language) => ({
    rel: "alternate",
    hrefLang,
    href: canonicalOf(meta, { ...address, language: spoken }),
  });
  const links: LinkProps[] = [
    { rel: "canonical", href: canonical },
    ...languages.map((spoken) => alternate(spoken, spoken)),
    alternate("x-default", original),
  ];
  if (feed) {
    const href = `${language === "ja" ? "/ja" : ""}/feeds/${feed}.atom`;
    links.push({ rel: "alternate", type: "application/atom+xml", href, title });
  }
  if (embeddable) {
    const href = `${site.origin}/oembed?url=${encodeURIComponent(canonical)}&format=json`;
    links.push({ rel: "alternate", type: "application/json+oembed", href, title });
  }
  return links;
}

/** Returns the Open Graph and Twitter tags of the page's preview card; none without a card. */
function socialOf(meta: PageMeta, address: PageAddress) {
  const { title, description, type = "website", card } = meta;
  const { language, site } = address;
  const canonical = canonicalOf(meta, address);
  if (!card) return [];
  return [
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    ...(canonical ? [{ property: "og:url", content: canonical }] : []),
    { property: "og:site_name", content: site.name },
    { property: "og:type", content: type },
    { property: "og:locale", content: locales[language] },
    { property: "og:locale:alternate", content: locales[otherLanguage(language)] },
    { property: "og:image", content: card.url },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { property: "og:image:type", content: "image/jpeg" },
    { property: "og:image:alt", content: card.alt },
    { name: "twitter:card", content: "summary_large_image" },
    { name: "twitter:title", content: title },
    { name: "twitter:description", content: description },
    { name: "twitter:image", content: card.url },
    { name: "twitter:image:alt", content: card.alt },
  ];
}

interface HeadTagsProps {
  readonly meta: PageMeta;
  readonly address: PageAddress;
}

/** Renders title, meta tags and links of the head; the home page puts the site's name first. */
export function HeadTags({ meta, address }: HeadTagsProps) {
  const { title, description, robots, properties = [] } = meta;
  const { page, site } = address;
  return (
    <Helmet
      title={page === "home" ? `${site.name} | ${title}` : `${title} | ${site.name}`}
      meta={[
        { name: "description", content: description },
        { name: "robots", content: robots },
        ...socialOf(meta, address),
        ...properties.map(({ name, content }) => ({ property: name, content })),
      ]}
      link={linksOf(meta, address)}
    />
  );
}
