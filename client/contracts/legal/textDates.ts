/** The days on which the legal texts last changed. */
import table from "../../../shared/reference/legal-texts.json" with { type: "json" };

export type DatedText = keyof typeof table;

/** The day of each text, such as 2026-11-25. */
export const textDates: Readonly<Record<DatedText, string>> = table;

/** Returns whether a page is a text with such a day. */
export function isDatedText(page: string): page is DatedText {
  return Object.hasOwn(table, page);
}
