/** Lists within a sentence. */
import type { Language } from "../contracts/language.ts";

/** Returns the format of a list: `a, b and c` without a serial comma, as in the messages. */
export function listFormat(language: Language): Intl.ListFormat {
  return new Intl.ListFormat(language === "en" ? "en-GB" : language, { type: "conjunction" });
}
