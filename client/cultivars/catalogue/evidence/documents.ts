/** The documents that second-hand sources quote, named in the language of the page. */
import table from "../../../../shared/catalogue/documents.json" with { type: "json" };
import type { Language } from "../../../contracts/language.ts";

const japanese: Readonly<Record<string, string>> = table;

/** Returns a quoted document's name in `language`; names without a Japanese form stay as they are. */
export function documentNamed(quoted: string, language: Language): string {
  return language === "ja" ? (japanese[quoted] ?? quoted) : quoted;
}
