/** The reader's probable language: the stored choice, then the browser's, then the page's, then English. */
import { type Language, languages } from "../contracts/language.ts";

const choiceKey = "language";

const oneYearSeconds = 31_536_000;

/** Returns the language of a tag such as `ja-JP`; undefined for other languages. */
function languageOfTag(tag: string | null | undefined): Language | undefined {
  return languages.find((language) => language === tag?.slice(0, 2).toLowerCase());
}

/**
 * Returns the language that the reader chose in this browser; undefined without a choice or
 * storage.
 */
export function storedChoice(): Language | undefined {
  try {
    return languageOfTag(localStorage.getItem(choiceKey));
  } catch {
    return undefined;
  }
}

/**
 * Returns the language to offer: the stored choice, else one of the browser's, else the document's,
 * else English.
 */
export function detectLanguage(): Language {
  const fromBrowser = navigator.languages
    .map(languageOfTag)
    .find((language) => language !== undefined);
  return storedChoice() ?? fromBrowser ?? languageOfTag(document.documentElement.lang) ?? "en";
}

/**
 * Stores the reader's choice of a language, also in a cookie, which the host reads for "/" only.
 */
export function storeChoice(language: Language): void {
  document.cookie = `language=${language}; Path=/; Max-Age=${oneYearSeconds}; SameSite=Lax`;
  try {
    localStorage.setItem(choiceKey, language);
  } catch {
    // The cookie above is enough where storage is forbidden.
  }
}
