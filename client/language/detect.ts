/** Which language a reader is likely to want: stored choice, then browser, then the page's own, then English. */
import { type Language, languages } from "../contracts/language.ts";

const choiceKey = "language";

const oneYearSeconds = 31_536_000;

function known(tag: string | null | undefined): Language | undefined {
  return languages.find((language) => language === tag?.slice(0, 2).toLowerCase());
}

/** Storage can be forbidden outright; a reader without it still gets a page. */
export function storedChoice(): Language | undefined {
  try {
    return known(localStorage.getItem(choiceKey));
  } catch {
    return undefined;
  }
}

export function detectLanguage(): Language {
  const fromBrowser = navigator.languages.map(known).find((language) => language !== undefined);
  return storedChoice() ?? fromBrowser ?? known(document.documentElement.lang) ?? "en";
}

/** The cookie is written by this explicit choice alone; the host reads it for a bare "/" only. */
export function storeChoice(language: Language): void {
  document.cookie = `language=${language}; Path=/; Max-Age=${oneYearSeconds}; SameSite=Lax`;
  try {
    localStorage.setItem(choiceKey, language);
  } catch {
    // The cookie above is enough where storage is forbidden.
  }
}
