/** The reader's probable language: the stored choice, then the browser's, then the page's, then English. */
import { type Language, languages } from "../contracts/language.ts";

const choiceKey = "language";

const oneYearSeconds = 31_536_000;

/** Returns the language of a tag such as `ja-JP`; undefined for others. */
function languageOfTag(tag: string | null | undefined): Language | undefined {
  return languages.find((language) => language === tag?.slice(0, 2).toLowerCase());
}

/** Returns the stored choice; undefined where storage is forbidden. */
export function storedChoice(): Language | undefined {
  try {
    return languageOfTag(localStorage.getItem(choiceKey));
  } catch {
    return undefined;
  }
}

/** Returns the language to offer: the stored choice, the browser's languages, the document's. */
export function detectLanguage(): Language {
  const fromBrowser = navigator.languages
    .map(languageOfTag)
    .find((language) => language !== undefined);
  return storedChoice() ?? fromBrowser ?? languageOfTag(document.documentElement.lang) ?? "en";
}

/** Stores an explicit choice, which alone sets the cookie; the host reads the cookie for "/" only. */
export function storeChoice(language: Language): void {
  document.cookie = `language=${language}; Path=/; Max-Age=${oneYearSeconds}; SameSite=Lax`;
  try {
    localStorage.setItem(choiceKey, language);
  } catch {
    // The cookie above is enough where storage is forbidden.
  }
}
