/** Writes the pages that show the catalogue as a whole, and their tables as files. */
import { writeFileSync } from "node:fs";
import type { TableFiles } from "../../contracts/overview/overview.ts";
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

/** Writes a value as `folder/name.json`. */
function write(folder: string, name: string, content: unknown): void {
  writeFileSync(`${folder}/${name}.json`, JSON.stringify(content));
}

/** Writes tables as CSV files into the folder that the browser's build publishes. */
function writeTables(folder: string, tables: Readonly<Record<string, Table>>): void {
  for (const [id, table] of Object.entries(tables)) {
    writeFileSync(`${folder}/${id}.csv`, csvText(table));
  }
}

/**
 * Returns the sizes of tables as CSV files in bytes, and what they measure, for structured data:
 * the heads of their columns after the first.
 */
function filesOf(tables: Readonly<Record<string, Table>>): TableFiles {
  const files = Object.entries(tables).map(([id, table]) => ({
    id,
    bytes: Buffer.byteLength(csvText(table)),
  }));
  const heads = Object.values(tables).flatMap(([first = []]) => first.slice(1).map(String));
  return { files, measured: [...new Set(heads)] };
}

/**
 * Writes the files of the pages that show the catalogue as a whole; returns their views for the
 * host's file.
 */
export function writeOverviews(folder: string, words: ViewMessages) {
  const { language } = words;
  const figures = statisticsOf(words);
  const tables = statisticsTables(figures, words);
  const statistics = { ...figures, ...filesOf(tables) };
  const dated = timelineOf(words);
  const ofTimeline = timelineTables(dated, words);
  const timeline = { ...dated, ...filesOf(ofTimeline) };
  const breeders = breedersOf(words);
  const byId = breederPagesOf(words);
  const pedigree = wholePedigreeOf(words);
  const prefectures = prefecturePagesOf(words);
  const tiles = mapOf(words);
  const ofMap = mapTables(tiles, prefectures, words);
  const map = { ...tiles, ...filesOf({ map: ofMap.map ?? [] }) };
  const seasons = calendarOf(words);
  const ofCalendar = { calendar: calendarTable(seasons, words) };
  const calendar = { ...seasons, ...filesOf(ofCalendar) };
  write(`${folder}/calendar`, language, calendar);
  write(`${folder}/pedigree`, language, pedigree);
  write(`${folder}/map`, language, map);
  write(`${folder}/prefectures`, language, prefectures);
  write(`${folder}/statistics`, language, statistics);
  write(`${folder}/timeline`, language, timeline);
  write(`${folder}/breeders`, language, { breeders, byId });
  writeTables(`${folder}/tables/${language}`, {
    ...tables,
    ...ofTimeline,
    ...breederTables(breeders, byId, words),
    ...ofCalendar,
    ...ofMap,
  });
  return {
    overviews: { statistics, timeline, breeders, map, calendar, pedigree },
    breeders: byId,
    prefectures,
  };
}
