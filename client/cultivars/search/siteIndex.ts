/** Makes the index of pages, prefectures and unconfirmed names at build time. */
import routeTable from "../../../shared/routes.json" with { type: "json" };
import prefectureTable from "../../../shared/reference/prefectures.json" with { type: "json" };
import { catalogueFigures } from "../../contracts/figures.ts";
import type { Language } from "../../contracts/language.ts";
import type { LineageText } from "../../contracts/lineage.ts";
import { routeNames } from "../../contracts/routes.ts";
import type { SiteIndex } from "../../contracts/search.ts";
import type { Breeder } from "../../contracts/overview/overview.ts";
import type { UnconfirmedName } from "../../contracts/unconfirmed.ts";
import { prefectureReading } from "./prefectureReadings.ts";

/** Translates any key, also one that a table of routes names. */
type TranslateAny = (key: string, values: Readonly<Record<string, string | number>>) => string;

interface Parts {
  readonly language: Language;
  readonly translate: TranslateAny;
  readonly lineages: Readonly<Record<string, LineageText>>;
  readonly names: readonly UnconfirmedName[];
  /** Pages of breeders, and all their names in both languages. */
  readonly breeders: readonly { readonly page: Breeder; readonly names: readonly string[] }[];
  /** English name of the prefecture of each cultivar. */
  readonly origins: readonly string[];
  /** Prefectures of which the catalogue has a record or a fact. */
  readonly places: readonly string[];
}

/** Returns the pages that search engines may index and whose address has no parameter. */
function staticPages(translate: TranslateAny): SiteIndex["pages"] {
  const values = { count: catalogueFigures.cultivars, site: "" };
  return routeNames.flatMap((to) => {
    const { indexed, params, title, description } = routeTable[to];
    if (!indexed || Object.keys(params).length > 0) return [];
    const text = translate(description, values);
    return [{ to, params: {}, title: translate(title, values).trim(), text }];
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
  const { translate, lineages, names, breeders } = parts;
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
    pages: [...staticPages(translate), ...ofLineages, ...ofBreeders],
    prefectures: prefecturesOf(parts),
    names: names.map(({ id, name, other = "" }) => ({ id, name, other })),
  };
}
