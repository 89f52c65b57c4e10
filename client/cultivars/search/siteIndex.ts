/** Makes the index of pages, prefectures and unconfirmed names at build time. */
import routeTable from "../../../shared/routes.json" with { type: "json" };
import prefectureTable from "../../../shared/reference/prefectures.json" with { type: "json" };
import { catalogueFigures } from "../../contracts/figures.ts";
import type { Language } from "../../contracts/language.ts";
import type { LineageText } from "../../contracts/lineage.ts";
import { type RouteName, routeNames } from "../../contracts/routes.ts";
import type { SiteIndex } from "../../contracts/search.ts";
import type { Breeder } from "../../contracts/overview/overview.ts";
import type { UnconfirmedName } from "../../contracts/unconfirmed.ts";
import { otherLanguage } from "../../language/paths.ts";
import { prefectureReading } from "./prefectureReadings.ts";

interface PageMessages {
  /** Translates any key, also one that a table of routes names; throws for an unknown key. */
  readonly translate: (key: string, values: Readonly<Record<string, string | number>>) => string;
  readonly isKey: (key: string) => boolean;
}

interface Parts {
  readonly language: Language;
  readonly messages: Readonly<Record<Language, PageMessages>>;
  readonly lineages: Readonly<Record<string, LineageText>>;
  readonly names: readonly UnconfirmedName[];
  /** Pages of breeders, and all their names in both languages. */
  readonly breeders: readonly { readonly page: Breeder; readonly names: readonly string[] }[];
  /** English name of the prefecture of each cultivar. */
  readonly origins: readonly string[];
  /** Prefectures of which the catalogue has a record or a fact. */
  readonly places: readonly string[];
}

/** Pages that readers look for, though search engines do not index them. */
const alsoListed: readonly RouteName[] = ["compare", "memberSearch", "moderationLog"];

/** Returns the keys of a page's names in headings, breadcrumbs and menus; a page has some of them. */
function nameKeysOf(to: RouteName): readonly string[] {
  const { title } = routeTable[to];
  const [file = ""] = title.split(".");
  return [
    `${file}.title`,
    `${file}.short`,
    title.replace(/title$/, "short"),
    `app.${to}`,
    `app.nav.${to}`,
    `app.footer.${to}`,
    `home.cards.${to}.title`,
    `today.doors.${to}`,
  ];
}

/** Returns the names of a page in one language. */
function pageNamesOf(to: RouteName, { translate, isKey }: PageMessages): readonly string[] {
  const values = { count: catalogueFigures.cultivars };
  return nameKeysOf(to)
    .filter(isKey)
    .map((key) => translate(key, values));
}

/**
 * Returns the pages without parameters that search engines may index or readers look for, with
 * their names in both languages. A title with the site's name, which the build does not know, is
 * replaced by the page's heading.
 */
function staticPages({ language, messages }: Parts): SiteIndex["pages"] {
  const { translate } = messages[language];
  const values = { count: catalogueFigures.cultivars };
  return routeNames.flatMap((to) => {
    const { indexed, params, title: key, description } = routeTable[to];
    const isListed = indexed || alsoListed.includes(to);
    if (!isListed || Object.keys(params).length > 0) return [];
    const names = pageNamesOf(to, messages[language]);
    const otherNames = pageNamesOf(to, messages[otherLanguage(language)]);
    const title = translate(key, values);
    const shown = title.includes("{{site}}") ? (names[0] ?? title) : title;
    const text = translate(description, values);
    return [{ to, params: {}, title: shown, text, names: [...new Set([...names, ...otherNames])] }];
  });
}

/** Returns the prefectures from north to south, each with its readings and number of cultivars. */
function prefecturesOf({ language, origins, places }: Parts): SiteIndex["prefectures"] {
  return Object.entries(prefectureTable)
    .toSorted(([, a], [, b]) => a.order - b.order)
    .map(([id, { name, nameJa, order }]) => {
      const [first, other] = language === "ja" ? [nameJa, name] : [name, nameJa];
      const others = [other, prefectureReading(order)];
      const inIt = origins.filter((origin) => origin === name).length;
      return { id, name: first, others, cultivars: inIt, isInCatalogue: places.includes(id) };
    });
}

/**
 * Returns the entries of the search besides cultivars and posts: pages, prefectures, unconfirmed
 * names.
 */
export function siteIndexOf(parts: Parts): SiteIndex {
  const { lineages, names, breeders } = parts;
  const ofLineages = Object.entries(lineages).map(([code, { meta }]) => ({
    to: "lineage" as const,
    params: { code },
    title: meta.title,
    text: meta.description,
  }));
  const ofBreeders = breeders.map(({ page: { id, meta }, names: all }) => ({
    to: "breeder" as const,
    params: { id },
    title: meta.title,
    text: meta.description,
    names: all,
  }));
  return {
    pages: [...staticPages(parts), ...ofLineages, ...ofBreeders],
    prefectures: prefecturesOf(parts),
    names: names.map(({ id, name, other = "" }) => ({ id, name, other })),
  };
}
