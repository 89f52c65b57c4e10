/** The tea types, in their customary order. */
import teas from "../../shared/reference/tea-categories.json" with { type: "json" };
import type { Language } from "./language.ts";

export type TeaType = keyof typeof teas;

function isTeaType(id: string): id is TeaType {
  return Object.hasOwn(teas, id);
}

export const teaTypes: readonly TeaType[] = Object.keys(teas)
  .filter(isTeaType)
  .sort((a, b) => teas[a].order - teas[b].order);

/** Returns the name; an unknown id is printed as it is: it was stored by another version. */
export function teaTypeName(id: string, language: Language): string {
  if (!isTeaType(id)) return id;
  return language === "ja" ? teas[id].nameJa : teas[id].name;
}
