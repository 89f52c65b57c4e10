/** All disagreements of sources, by record, for one page. */
import type { ConflictsView, ConflictView } from "../../../contracts/conflicts.ts";
import { type ConflictRecord, conflicts, cultivarNamed } from "../records.ts";
import { sourceViewsOf } from "./links.ts";
import type { ViewMessages } from "../viewMessages.ts";
import { sortedIds } from "../views.ts";

type Sources = Map<string, ConflictsView["sources"][number]>;

/** Returns all disagreements by record in reading order; sources are positions in one list. */
export function conflictsOf({ language, t }: ViewMessages): ConflictsView {
  const sources: Sources = new Map();
  /**
   * Returns the position of a source in the list, at its page on this record; notes are named by
   * their type.
   */
  const placeOf = (key: string, id: string): number => {
    const found = sourceViewsOf(key, id)[0];
    if (found === undefined) throw new Error(`no source named ${key}`);
    const { type, url } = found;
    const title = type === "notes" ? t("cultivar.sourceType.notes") : found.title;
    if (!sources.has(url)) sources.set(url, { title, url });
    return [...sources.keys()].indexOf(url);
  };
  const viewOf = (conflict: ConflictRecord, id: string): ConflictView => ({
    field: conflict.field,
    isOpen: conflict.status === "open",
    values: conflict.values.map(({ value, basis, sources: keys, quoted }) => ({
      value: value[language],
      basis,
      sources: keys.map((key) => placeOf(key, id)),
      ...(quoted && { quoted }),
    })),
    follows: conflict.follows[language],
    reason: conflict.reason[language],
  });
  const records = sortedIds(language).flatMap((id) => {
    const found = conflicts[id] ?? [];
    const views = found.map((conflict) => viewOf(conflict, id));
    return found.length > 0 ? [{ ...cultivarNamed(id, language), conflicts: views }] : [];
  });
  return { records, sources: [...sources.values()] };
}
