/** What a record rests on: its sources, and the reason of its confidence. */
import type { SourceView } from "../../contracts/cultivar.ts";
import type { Language } from "../../contracts/language.ts";
import type { Translate } from "../../language/translator.ts";
import { type CultivarRecord, sources } from "./records.ts";

/** A source, at its page on this record if it has one. */
export function sourceViewOf(key: string, id: string): readonly SourceView[] {
  const source = sources[key];
  if (source === undefined) return [];
  const { title, publisher, type, pages } = source;
  return [{ title, publisher, url: pages?.[id] ?? source.url, type }];
}

export function confidenceReasonOf(
  { confidenceReason }: CultivarRecord,
  { t, language }: { readonly t: Translate; readonly language: Language },
): string {
  const { because, fields } = confidenceReason;
  const names = fields.map((field) => t(`cultivar.confidence.fields.${field}`));
  const joined = new Intl.ListFormat(language, { type: "conjunction" }).format(names);
  return t(`cultivar.confidence.because.${because}`, { fields: joined });
}
