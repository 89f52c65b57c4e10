/** The head of a page: title, description, canonical, alternates and the social card, once per page; React hoists them. */
import { type PageName, routes } from "../contracts/routes.ts";
import { type Language, languages } from "../contracts/language.ts";
import { otherLanguage, pathFor } from "../language/paths.ts";
import { usePage } from "./PageContext.ts";

interface PageHeadProps {
  readonly title: string;
  readonly description: string;
  /** The part of the query that belongs to the page's own address, with its question mark. */
  readonly query?: string;
  /** False for a view of a listed page that search engines should not list by itself. */
  readonly indexed?: boolean;
  /** True when there is nothing at this address: such a page has no address of its own to name. */
  readonly missing?: boolean;
  readonly type?: "website" | "article" | "profile";
  /** The language of what people wrote on the page, where it has one of its own. */
  readonly original?: Language;
  /** The part of a feed's address that follows its language, where the page has a feed of its own. */
  readonly feed?: string | undefined;
  /** True for a page that other sites may show as a card: oEmbed describes it to them. */
  readonly embeddable?: boolean;
}

const locales = { en: "en_US", ja: "ja_JP" } as const;
const listed = "index,follow,max-image-preview:large,max-snippet:-1";

/** Pages of one member, and the callback, have no public address and pass nothing on. */
function isPrivate(page: PageName): boolean {
  return page === "authCallback" || (page !== "notFound" && routes[page].guard === "members");
}

function robotsOf(page: PageName, { indexed, missing }: PageHeadProps): string {
  if (isPrivate(page)) return "noindex,nofollow";
  const isListed = page !== "notFound" && !missing && (indexed ?? routes[page].indexed);
  return isListed ? listed : "noindex,follow";
}

interface MachinesProps extends PageHeadProps {
  readonly canonical: string;
}

interface SocialCardProps extends PageHeadProps {
  readonly canonical: string | undefined;
}

/** Where feed readers and sites that quote this one find the page in their own form. */
function Machines({ title, feed, embeddable, canonical }: MachinesProps) {
  const { language, site } = usePage();
  const embedding = `${site.origin}/oembed?url=${encodeURIComponent(canonical)}&format=json`;
  return (
    <>
      {feed && (
        <link
          rel="alternate"
          type="application/atom+xml"
          href={`${language === "ja" ? "/ja" : ""}/feeds/${feed}.atom`}
          title={title}
        />
      )}
      {embeddable && (
        <link rel="alternate" type="application/json+oembed" href={embedding} title={title} />
      )}
    </>
  );
}

/** What other sites and messengers show of the page where somebody links to it. */
function SocialCard({ title, description, type = "website", canonical }: SocialCardProps) {
  const { language, site, card, t } = usePage();
  const image = card?.url ?? `${site.origin}/images/card-${language}.jpg`;
  const pictured = card?.alt ?? t("app.card");
  return (
    <>
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      {canonical && <meta property="og:url" content={canonical} />}
      <meta property="og:site_name" content={site.name} />
      <meta property="og:type" content={type} />
      <meta property="og:locale" content={locales[language]} />
      <meta property="og:locale:alternate" content={locales[otherLanguage(language)]} />
      <meta property="og:image" content={image} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:type" content="image/jpeg" />
      <meta property="og:image:alt" content={pictured} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={description} />
      <meta name="twitter:image" content={image} />
      <meta name="twitter:image:alt" content={pictured} />
    </>
  );
}

export function PageHead(props: PageHeadProps) {
  const { title, description, query = "", original = "en" } = props;
  const { page, language, params, site, report } = usePage();
  const isNowhere = page === "notFound" || props.missing;
  // Whoever links to a page of their own shows what the site is; the callback is no page to link to.
  const isShown = !isNowhere && page !== "authCallback";
  const address = (spoken: Language) =>
    page === "notFound" || isNowhere || isPrivate(page)
      ? undefined
      : site.origin + pathFor(page, spoken, params) + query;
  const canonical = address(language);
  const robots = robotsOf(page, props);
  const fullTitle = page === "home" ? `${site.name} | ${title}` : `${title} | ${site.name}`;
  if (report) Object.assign(report, { title, description, canonical, isListed: robots === listed });

  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      <meta name="robots" content={robots} />
      {canonical && <link rel="canonical" href={canonical} />}
      {canonical &&
        languages.map((spoken) => (
          <link key={spoken} rel="alternate" hrefLang={spoken} href={address(spoken)} />
        ))}
      {canonical && <link rel="alternate" hrefLang="x-default" href={address(original)} />}
      {canonical && <Machines {...props} canonical={canonical} />}
      {isShown && <SocialCard {...props} canonical={canonical} />}
    </>
  );
}
