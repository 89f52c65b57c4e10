/** Addresses in two languages: English at the root, Japanese under /ja. Only this module writes the prefix. */
import type { Language } from "../contracts/language.ts";
import { type Params, type RouteName, routes } from "../contracts/routes.ts";

const prefix: Readonly<Record<Language, string>> = { en: "", ja: "/ja" };

/** Returns the language of an address, which may have a query. */
export function languageOf(path: string): Language {
  return /^\/ja(?:[/?]|$)/.test(path) ? "ja" : "en";
}

/** Returns the other of the two languages. */
export function otherLanguage(language: Language): Language {
  return language === "ja" ? "en" : "ja";
}

/** Returns the same address in the given language, with its query; `path` may be in either. */
export function inLanguage(path: string, language: Language): string {
  const bare = languageOf(path) === "ja" ? path.slice("/ja".length) : path;
  if (language === "ja") return prefix.ja + (bare === "/" ? "" : bare.replace(/^\/\?/, "?"));
  // Without /ja before it, a second slash would make the rest the name of another site.
  return `/${bare.replace(/^[/\\]+/, "")}`;
}

/** Returns the path of a page in a language; parameters are encoded. */
export function pathFor(route: RouteName, language: Language, params: Params = {}): string {
  const filled = routes[route].path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ""),
  );
  return prefix[language] + (filled ? `/${filled}` : "") || "/";
}
