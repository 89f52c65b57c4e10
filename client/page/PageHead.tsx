/** The head of a page, printed once from the meta that came with it or after a client navigation from its own, and its status. */
import { type PageName, routes } from "../contracts/routes.ts";
import type { Language } from "../contracts/language.ts";
import { canonicalOf, HeadTags } from "./HeadTags.tsx";
import { type Page, usePage } from "./PageContext.ts";
import type { PageMeta } from "./payload.ts";

interface PageHeadProps {
  readonly title: string;
  readonly description: string;
  /** The part of the query that belongs to the page's own address, with its question mark. */
  readonly query?: string;
  /** False for a view of an indexed page that search engines should not index separately. */
  readonly indexed?: boolean;
  /** True when nothing exists at this address: the page has no canonical address. */
  readonly missing?: boolean;
  readonly type?: "website" | "article" | "profile";
  /** The language of member text on the page. */
  readonly original?: Language;
  /** Path of the page's feed between `/feeds/` and `.atom`. */
  readonly feed?: string | undefined;
  /** True for a page that oEmbed describes. */
  readonly embeddable?: boolean;
  readonly properties?: PageMeta["properties"];
}

const listed = "index,follow,max-image-preview:large,max-snippet:-1";

/**
 * Returns whether a page has no public address, such as members' pages and the sign-in callback;
 * search engines do not follow its links.
 */
function isPrivate(page: PageName): boolean {
  return page === "authCallback" || (page !== "notFound" && routes[page].guard === "members");
}

/** Returns the robots directive of the page. */
function robotsOf(page: PageName, { indexed, missing }: PageHeadProps): string {
  if (isPrivate(page)) return "noindex,nofollow";
  const isListed = page !== "notFound" && !missing && (indexed ?? routes[page].indexed);
  return isListed ? listed : "noindex,follow";
}

/** Returns the meta of a page from the properties of its head, after a client navigation. */
function metaOf(props: PageHeadProps, { page, language, site, t }: Page): PageMeta {
  const { title, description, query = "", missing = page === "notFound", feed = "" } = props;
  const card = { url: `${site.origin}/images/card-${language}.jpg`, alt: t("app.card") };
  return {
    title,
    description,
    robots: robotsOf(page, props),
    type: props.type ?? "website",
    query: missing || isPrivate(page) ? null : query,
    original: props.original ?? "en",
    properties: props.properties ?? [],
    feed,
    embeddable: props.embeddable ?? false,
    card: missing || page === "authCallback" ? null : card,
  };
}

/**
 * Renders the page's head tags: from the payload's meta, or from the properties where there is none
 * or the page turns out to be missing. On the worker it also fills the page's report.
 */
export function PageHead(props: PageHeadProps) {
  const page = usePage();
  const { meta: first, report } = page;
  // Meta with a card is that of an existing page, so it is outdated once the page is missing.
  const isOutdated = props.missing && first?.card;
  const meta = first && !isOutdated ? first : metaOf(props, page);
  if (report) {
    const { title, description, robots } = meta;
    Object.assign(report, {
      title,
      description,
      canonical: canonicalOf(meta, page),
      isListed: robots === listed,
    });
  }
  return <HeadTags meta={meta} address={page} />;
}

/** Sets the HTTP status of the page that the worker renders; renders nothing. */
export function PageStatus({ code }: { readonly code: number }) {
  const { report } = usePage();
  if (report) report.status = code;
  return null;
}
