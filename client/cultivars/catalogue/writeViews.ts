/** Writes the catalogue's views to build/catalogue, for the host and for the bundles. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { type Language, languages } from "../../contracts/language.ts";
import type { MessageKey } from "../../contracts/locales.ts";
import { createTranslator, flatten } from "../../language/translator.ts";
import { conflictsOf } from "./evidence/conflicts.ts";
import { cultivars, recordOf, sources } from "./records.ts";
import { isFrontPage } from "./evidence/support.ts";
import { featuredIds } from "./featured.ts";
import { lineagePagesOf, lineageSummaryOf } from "./lineages/lineagePages.ts";
import type { ViewMessages } from "./viewMessages.ts";
import { genealogyOf } from "../kinship/genealogy.ts";
import { otherNamesOf, searchIndexOf } from "../search/searchIndex.ts";
import { siteIndexOf } from "../search/siteIndex.ts";
import { searchWordsOf } from "./searchWords.ts";
import { observationsOf } from "./observations.ts";
import { unconfirmedNamesOf } from "./evidence/unconfirmed.ts";
import { shardCount, shardOf } from "../../contracts/shards.ts";
import type { SourceLink } from "../../contracts/cultivar.ts";
import type { Diagrams } from "../../contracts/pedigree.ts";
import { columnsOf } from "./indexColumns.ts";
import { prefectures } from "../../contracts/prefectures.ts";
import { isInCatalogue } from "./prefectures/prefectures.ts";
import { filtersOf } from "./facets/options.ts";
import { listsOf } from "./facets/lists.ts";
import { breederPagesOf } from "./overview/breeders.ts";
import { instituteNames } from "./overview/institutes.ts";
import { writeOverviews } from "./writeOverviews.ts";
import { indexEntryOf, sortedIds, summaryOf, viewOf } from "./views.ts";

/** Locale files with the messages of the views. */
const messageFiles = [
  "cultivars",
  "cultivar",
  "evidence",
  "facets",
  "lineage",
  "observations",
  "similar",
  "site/breeders",
  "site/calendar",
  "site/map",
  "site/pedigree",
  "site/prefectures",
  "site/statistics",
  "site/timeline",
] as const;

/**
 * Returns a language with the function that translates its messages, read from the shared locale
 * files; the catalogue's views are made with both.
 */
function viewMessagesOf(language: Language): ViewMessages {
  const messages = {};
  for (const file of messageFiles) {
    const path = new URL(`../../../shared/locales/${language}/${file}.json`, import.meta.url);
    flatten(JSON.parse(readFileSync(path, "utf8")), file.replace("site/", ""), messages);
  }
  return { language, t: createTranslator(language, messages).t };
}

/**
 * Returns functions that translate the titles, descriptions and names of all pages and say which
 * keys exist.
 */
function messagesOfPages(
  language: Language,
): Parameters<typeof siteIndexOf>[0]["messages"][Language] {
  const messages = {};
  const folder = new URL(`../../../shared/locales/${language}/`, import.meta.url);
  for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".json")) continue;
    const name = file.slice(file.lastIndexOf("/") + 1, -".json".length);
    flatten(JSON.parse(readFileSync(new URL(file, folder), "utf8")), name, messages);
  }
  const { t } = createTranslator(language, messages);
  const isKey = (key: string): key is MessageKey => key in messages || `${key}_other` in messages;
  return {
    isKey,
    translate: (key, values) => {
      if (!isKey(key)) throw new Error(`no message named ${key}`);
      return t(key, values);
    },
  };
}

/** Writes a value as JSON into the file `folder/name.json`. */
function write(folder: string, name: string, content: unknown): void {
  writeFileSync(`${folder}/${name}.json`, JSON.stringify(content));
}

/**
 * Writes the views of the catalogue in one language, except its names; the subfolders must exist.
 * `drawings` are the laid-out pedigrees, which are the same in both languages.
 */
function writeLanguage(folder: string, language: Language, drawings: Diagrams): void {
  const messages = viewMessagesOf(language);
  const order = sortedIds(language);
  const index = {
    cultivars: order.map((id) => indexEntryOf(id, messages)),
    filters: filtersOf(messages),
  };
  const views = Object.fromEntries(order.map((id) => [id, viewOf(id, messages, drawings)]));
  const observations = Object.fromEntries(order.map((id) => [id, observationsOf(id, language)]));
  const lineages = lineagePagesOf(messages, drawings.pictures);
  write(folder, language, {
    index,
    lists: listsOf(index),
    cultivars: views,
    observations,
    featured: featuredIds.map((id) => summaryOf(id, messages)),
    lineages: Object.fromEntries(
      Object.entries(lineages).map(([id, page]) => [id, { ...page, diagram: drawings.groups[id] }]),
    ),
    lineageList: Object.values(lineages).map(lineageSummaryOf),
    ...writeOverviews(folder, messages),
  });
  write(`${folder}/lineages`, language, lineages);
  write(`${folder}/index`, language, columnsOf(index));
  write(`${folder}/conflicts`, language, conflictsOf(messages));
  const names = unconfirmedNamesOf(messages);
  write(`${folder}/unconfirmed`, language, names);
  const origins = order
    .map(recordOf)
    .flatMap(({ kind, originEn }) => (kind === "cultivar" ? [originEn] : []));
  const site = siteIndexOf({
    language,
    messages: { en: messagesOfPages("en"), ja: messagesOfPages("ja") },
    lineages,
    names,
    breeders: Object.values(breederPagesOf(messages)).map((page) => ({
      page,
      names: languages.flatMap((one) => instituteNames(page.id, one).map(({ name }) => name)),
    })),
    origins,
    places: prefectures.filter(isInCatalogue),
  });
  write(`${folder}/site`, language, site);
  const genealogy = genealogyOf(cultivars, language);
  const recorded = Object.fromEntries(order.map((id) => [id, genealogy[id]]));
  write(`${folder}/genealogy`, language, { ...recorded, ...genealogy });
  writeShards(`${folder}/cultivars`, language, views);
  writeShards(`${folder}/observations`, language, observations);
}

/**
 * Writes views of records into `shardCount` files; a hash of the id chooses a record's file, so that
 * a page loads a small one.
 */
function writeShards(
  folder: string,
  language: Language,
  views: Readonly<Record<string, unknown>>,
): void {
  for (let shard = 0; shard < shardCount; shard++) {
    const inside = Object.entries(views).filter(([id]) => shardOf(id) === shard);
    write(folder, `${language}-${shard}`, Object.fromEntries(inside));
  }
}

/**
 * Writes the names of all records in reading order, for pages that name records without describing
 * them.
 */
function writeNames(folder: string, language: Language): void {
  const names = sortedIds(language).map((id) => {
    const { nameJa, nameEn } = recordOf(id);
    return [id, language === "ja" ? [nameJa] : [nameJa, nameEn]];
  });
  write(`${folder}/names`, language, Object.fromEntries(names));
}

/**
 * Returns all sources, sorted by title, with marks on dead links and on addresses that are a front
 * page in place of a document.
 */
function sourceLinks(): readonly SourceLink[] {
  const byTitle = new Intl.Collator("ja");
  return Object.values(sources)
    .map(({ title, publisher, url, pages = {}, ...source }) => {
      const unreachable = source.unreachable?.[url];
      const isFront = isFrontPage(url) && Object.keys(pages).length === 0;
      const notes = { ...(isFront && { isFrontPage: true }), ...(unreachable && { unreachable }) };
      return { title, publisher, url, ...notes };
    })
    .sort((a, b) => byTitle.compare(a.title, b.title));
}

/**
 * Writes all views of the catalogue into `folder`, build/catalogue; diagrams.json must exist there.
 */
export function writeViews(folder: string): void {
  const parts = [
    "breeders",
    "calendar",
    "conflicts",
    "cultivars",
    "genealogy",
    "groups",
    "index",
    "lineages",
    "map",
    "names",
    "observations",
    "pedigree",
    "prefectures",
    "statistics",
    "tables/en",
    "tables/ja",
    "timeline",
    "site",
    "unconfirmed",
  ];
  for (const part of parts) mkdirSync(`${folder}/${part}`, { recursive: true });
  const drawings: Diagrams = JSON.parse(readFileSync(`${folder}/diagrams.json`, "utf8"));
  for (const language of languages) {
    writeLanguage(folder, language, drawings);
    writeNames(folder, language);
  }
  const translate = { en: viewMessagesOf("en").t, ja: viewMessagesOf("ja").t };
  write(folder, "search", searchIndexOf(cultivars, searchWordsOf(translate)));
  write(folder, "otherNames", otherNamesOf(cultivars));
  write(folder, "sources", sourceLinks());
  for (const [code, diagram] of Object.entries(drawings.groups)) {
    write(`${folder}/groups`, code, diagram);
  }
}
