/** All disagreements of sources, by record, for one page. */
import untracedTable from "../../../../shared/catalogue/untraced.json" with { type: "json" };
import type { ConflictsView, ConflictView, UntracedView } from "../../../contracts/conflicts.ts";
import type { Language } from "../../../contracts/language.ts";
import { type ConflictRecord, conflicts, cultivarNamed } from "../records.ts";
import { subjectOf } from "./disputes.ts";
import { documentNamed } from "./documents.ts";
import { sourceViewsOf } from "./links.ts";
import type { ViewMessages } from "../viewMessages.ts";
import { sortedIds } from "../views.ts";

type Sources = Map<string, ConflictsView["sources"][number]>;

interface UntracedRecord {
  readonly records: readonly string[];
  readonly note: UntracedView["note"];
  readonly said: Readonly<Record<Language, string>>;
  readonly follows: Readonly<Record<Language, string>>;
}

// A contract test validates the file; the compiler would infer plain strings for its literals.
const untraced: Readonly<Record<string, UntracedRecord>> = JSON.parse(
  JSON.stringify(untracedTable),
);

/**
 * Returns the statements in the project's notes that no page confirms, in the order of the notes.
 */
function untracedOf(language: Language): readonly UntracedView[] {
  return Object.entries(untraced).map(([id, { records, note, said, follows }]) => ({
    id,
    records: records.map((one) => cultivarNamed(one, language)),
    said: said[language],
    follows: follows[language],
    note,
  }));
}

/**
 * Returns all disagreements of sources, by record in reading order; values name their sources by
 * positions in one list.
 */
export function conflictsOf({ language, t }: ViewMessages): ConflictsView {
  const sources: Sources = new Map();
  /**
   * Adds a source to the list if it is new, and returns its position. Its address is its page on
   * the record `id`, and notes are named by their type.
   */
  const placeOf = (key: string, id: string): number => {
    const found = sourceViewsOf(key, id)[0];
    if (found === undefined) throw new Error(`no source named ${key}`);
    const { type, url } = found;
    const title = type === "notes" ? t("evidence.notes") : found.title;
    if (!sources.has(url)) sources.set(url, { title, url });
    return [...sources.keys()].indexOf(url);
  };
  /** Returns one disagreement of a record in the page's language. */
  const viewOf = (conflict: ConflictRecord, id: string): ConflictView => ({
    subject: subjectOf(conflict),
    isOpen: conflict.status === "open",
    values: conflict.values.map(({ value, basis, sources: keys, quoted }) => ({
      value: value[language],
      basis,
      sources: keys.map((key) => placeOf(key, id)),
      ...(quoted && { quoted: documentNamed(quoted, language) }),
    })),
    follows: conflict.follows[language],
    reason: conflict.reason[language],
  });
  const records = sortedIds(language).flatMap((id) => {
    const found = conflicts[id] ?? [];
    const views = found.map((conflict) => viewOf(conflict, id));
    return found.length > 0 ? [{ ...cultivarNamed(id, language), conflicts: views }] : [];
  });
  return { records, sources: [...sources.values()], untraced: untracedOf(language) };
}
