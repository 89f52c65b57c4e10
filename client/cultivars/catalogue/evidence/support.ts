/** What a record rests on: its sources, its claims, and the reason of its confidence. */
import type { CultivarView, SourceView } from "../../../contracts/cultivar.ts";
import type { Language } from "../../../contracts/language.ts";
import { listFormat } from "../../../language/lists.ts";
import { partialDateText } from "../../../language/partialDates.ts";
import type { Translate } from "../../../language/translator.ts";
import { claimsOf, sourceKeysOf } from "./claims.ts";
import { disputedOf, disputesOf, undecidedOf } from "./disputes.ts";
import { sourceViewsOf } from "./links.ts";
import { type CultivarRecord, cultivars } from "../records.ts";

interface SupportMessages {
  readonly t: Translate;
  readonly language: Language;
}

/**
 * Returns whether an address is a site's front page, also of one language, which does not show the
 * cited document.
 */
export function isFrontPage(url: string): boolean {
  const { pathname, search } = new URL(url);
  return /^\/(?:(?:en|ja)\/?)?$/.test(pathname) && search === "";
}

/**
 * Returns a note on a source whose link does not lead to the page that was read: a dead link, a
 * front page or a folder; nothing for others.
 */
function noteOf(
  { url, type, unreachable }: SourceView,
  { t, language }: SupportMessages,
): Pick<SourceView, "note"> {
  if (unreachable) {
    const date = partialDateText(unreachable, language);
    return { note: t("evidence.link.unreachable", { date }) };
  }
  if (isFrontPage(url)) return { note: t("evidence.link.front") };
  const isFolder = type === "notes" && !url.endsWith(".md");
  return isFolder ? { note: t("evidence.link.folder") } : {};
}

/**
 * Returns what a record rests on: its sources, claims and disputes, and its confidence with the
 * reason.
 */
export function supportViewOf(
  id: string,
  words: SupportMessages,
): Pick<
  CultivarView,
  "sources" | "claims" | "disputed" | "disputes" | "undecided" | "confidence" | "confidenceReason"
> {
  const record = cultivars[id];
  if (record === undefined) throw new Error(`no cultivar named ${id}`);
  return {
    sources: sourceKeysOf(record).flatMap((key) =>
      sourceViewsOf(key, id).map((source) => ({ ...source, ...noteOf(source, words) })),
    ),
    claims: claimsOf(record, words.language),
    disputed: disputedOf(id),
    disputes: disputesOf(id, words.language),
    undecided: undecidedOf(id, record, words.t),
    confidence: record.confidence,
    confidenceReason: confidenceReasonOf(record, words),
  };
}

/**
 * Returns the sentence that explains a record's grade of confidence, with the fields that decide
 * the grade.
 */
function confidenceReasonOf(
  { confidenceReason }: CultivarRecord,
  { t, language }: SupportMessages,
): string {
  const { because, fields } = confidenceReason;
  const names = fields.map((field) => t(`cultivar.confidence.fields.${field}`));
  const joined = listFormat(language).format(names);
  return t(`cultivar.confidence.because.${because}`, { fields: joined });
}
