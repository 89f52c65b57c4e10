/** Writes the pages that show the catalogue as a whole, and their tables as files. */
import { writeFileSync } from "node:fs";
import { breederPagesOf, breedersOf, timelineOf } from "./overview/breeders.ts";
import { breederTables, timelineTables } from "./overview/breederTables.ts";
import { csvText } from "./overview/csv.ts";
import { mapOf, prefecturePagesOf } from "./prefectures/prefectures.ts";
import { calendarOf } from "./overview/calendar.ts";
import { calendarTable } from "./overview/calendarTable.ts";
import { mapTables } from "./prefectures/tables.ts";
import { wholePedigreeOf } from "./overview/pedigree.ts";
import { statisticsOf } from "./overview/statistics.ts";
import { statisticsTables, type Table } from "./overview/tables.ts";
import type { ViewMessages } from "./viewMessages.ts";

/** Writes one JSON file. */
function write(folder: string, name: string, content: unknown): void {
  writeFileSync(`${folder}/${name}.json`, JSON.stringify(content));
}

/** Writes the tables into the folder that the browser's build publishes. */
function writeTables(folder: string, tables: Readonly<Record<string, Table>>): void {
  for (const [id, table] of Object.entries(tables)) {
    writeFileSync(`${folder}/${id}.csv`, csvText(table));
  }
}

/** Returns what the host reads. */
export function writeOverviews(folder: string, words: ViewMessages) {
  const { language } = words;
  const figures = statisticsOf(words);
  const tables = statisticsTables(figures, words);
  const files = Object.entries(tables).map(([id, table]) => ({
    id,
    bytes: Buffer.byteLength(csvText(table)),
  }));
  const statistics = { ...figures, files };
  const timeline = timelineOf(words);
  const breeders = breedersOf(words);
  const byId = breederPagesOf(words);
  const map = mapOf(words);
  const pedigree = wholePedigreeOf(words);
  const prefectures = prefecturePagesOf(words);
  const calendar = calendarOf(words);
  write(`${folder}/calendar`, language, calendar);
  write(`${folder}/pedigree`, language, pedigree);
  write(`${folder}/map`, language, map);
  write(`${folder}/prefectures`, language, prefectures);
  write(`${folder}/statistics`, language, statistics);
  write(`${folder}/timeline`, language, timeline);
  write(`${folder}/breeders`, language, { breeders, byId });
  writeTables(`${folder}/tables/${language}`, {
    ...tables,
    ...timelineTables(timeline, words),
    ...breederTables(breeders, byId, words),
    calendar: calendarTable(calendar, words),
    ...mapTables(map, prefectures, words),
  });
  return {
    overviews: { statistics, timeline, breeders, map, calendar, pedigree },
    breeders: byId,
    prefectures,
  };
}
