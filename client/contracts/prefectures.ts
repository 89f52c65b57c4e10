/** The 47 prefectures, from north to south. */
import table from "../../shared/reference/prefectures.json" with { type: "json" };
import type { Language } from "./language.ts";

export type Prefecture = keyof typeof table;

function isPrefecture(id: string): id is Prefecture {
  return Object.hasOwn(table, id);
}

export const prefectures: readonly Prefecture[] = Object.keys(table)
  .filter(isPrefecture)
  .sort((a, b) => table[a].order - table[b].order);

/** Returns the name; an unknown id is printed as it is. */
export function prefectureName(id: string, language: Language): string {
  if (!isPrefecture(id)) return id;
  return language === "ja" ? table[id].nameJa : table[id].name;
}
