/** Writes the catalogue's views to build/catalogue, for the host and for the bundles. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { type Language, languages } from "../../contracts/language.ts";
import { createTranslator, flatten } from "../../language/translator.ts";
import { cultivars, sources } from "./records.ts";
import { featuredIds } from "./featured.ts";
import { shardCount, shardOf } from "../../contracts/shards.ts";
import type { Diagrams } from "../../contracts/pedigree.ts";
import {
  filtersOf,
  indexEntryOf,
  sortedIds,
  summaryOf,
  type ViewMessages,
  viewOf,
} from "./views.ts";

function wordsOf(language: Language): ViewMessages {
  const messages = {};
  for (const file of ["cultivars", "cultivar"]) {
    const path = new URL(`../../../shared/locales/${language}/${file}.json`, import.meta.url);
    flatten(JSON.parse(readFileSync(path, "utf8")), file, messages);
  }
  return { language, t: createTranslator(language, messages).t };
}

function write(folder: string, name: string, content: unknown): void {
  writeFileSync(`${folder}/${name}.json`, JSON.stringify(content));
}

function writeLanguage(folder: string, language: Language, drawings: Diagrams): void {
  const words = wordsOf(language);
  const order = sortedIds(language);
  const index = {
    cultivars: order.map((id) => indexEntryOf(id, words)),
    filters: filtersOf(language),
  };
  const cultivars = Object.fromEntries(order.map((id) => [id, viewOf(id, words, drawings)]));
  write(folder, language, {
    index,
    cultivars,
    featured: featuredIds.map((id) => summaryOf(id, words)),
  });
  write(`${folder}/index`, language, index);
  for (let shard = 0; shard < shardCount; shard++) {
    const inside = Object.entries(cultivars).filter(([id]) => shardOf(id) === shard);
    write(`${folder}/cultivars`, `${language}-${shard}`, Object.fromEntries(inside));
  }
}

/** Names of all cultivars, for pages that name some and describe none. */
function writeNames(folder: string): void {
  const names = Object.entries(cultivars).map(([id, { nameJa, nameEn }]) => [
    id,
    { nameJa, nameEn },
  ]);
  write(folder, "names", Object.fromEntries(names));
}

/** `folder` is build/catalogue; diagrams.json must exist there. */
export function writeViews(folder: string): void {
  for (const part of ["index", "cultivars", "groups"])
    mkdirSync(`${folder}/${part}`, { recursive: true });
  const drawings: Diagrams = JSON.parse(readFileSync(`${folder}/diagrams.json`, "utf8"));
  for (const language of languages) writeLanguage(folder, language, drawings);
  writeNames(folder);
  const byTitle = new Intl.Collator("ja");
  write(
    folder,
    "sources",
    Object.values(sources)
      .map(({ title, publisher, url }) => ({ title, publisher, url }))
      .sort((a, b) => byTitle.compare(a.title, b.title)),
  );
  for (const [code, diagram] of Object.entries(drawings.groups)) {
    write(`${folder}/groups`, code, diagram);
  }
}
