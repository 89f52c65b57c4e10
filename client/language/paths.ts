/** Addresses in two languages: English at the root, Japanese under /ja. Only this module writes the prefix. */
import type { Language } from "../contracts/language.ts";
import { type Params, type RouteName, routes } from "../contracts/routes.ts";

const prefix: Readonly<Record<Language, string>> = { en: "", ja: "/ja" };

export function languageOf(path: string): Language {
  return path === "/ja" || path.startsWith("/ja/") ? "ja" : "en";
}

export function otherLanguage(language: Language): Language {
  return language === "ja" ? "en" : "ja";
}

/** The path without its language, always with a leading slash. */
export function barePath(path: string): string {
  return languageOf(path) === "ja" ? path.slice(3) || "/" : path;
}

/** The same page in another language; query and hash are the caller's to keep. */
export function inLanguage(path: string, language: Language): string {
  const bare = barePath(path);
  return prefix[language] + (bare === "/" && language === "ja" ? "" : bare);
}

export function pathFor(route: RouteName, language: Language, params: Params = {}): string {
  const filled = routes[route].path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ""),
  );
  return prefix[language] + (filled ? `/${filled}` : "") || "/";
}
