/** The page to return to after the sign-in: a path of this site only. */
import { returnPathBytes } from "../../contracts/limits.generated.ts";
import { languages } from "../../contracts/language.ts";
import { pathFor } from "../../language/paths.ts";

const storageKey = "return-path";

/** Returning to the login or callback would loop. */
const excluded: readonly string[] = languages.flatMap((language) => [
  pathFor("login", language),
  pathFor("authCallback", language),
]);

/**
 * Parses an address relative to `here`; null if it is invalid. Safari before 17 has no method that
 * only checks one.
 */
function parseUrl(text: string, here: string): URL | null {
  try {
    return new URL(text, here);
  } catch {
    return null;
  }
}

/**
 * Returns a path of a page of this site, validated; null for anything else, such as the login or
 * the API. The made-up origin reveals paths that lead to another site.
 */
export function safePath(text: string | null | undefined): string | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what browsers drop from addresses.
  if (!text || /[\u0000-\u0020\u007f\\]/.test(text)) return null;
  if (!/^\/(?!\/)/.test(text)) return null;
  const here = "https://here.invalid";
  const url = parseUrl(text, here);
  if (url === null || url.origin !== here || url.pathname.includes("//")) return null;
  const path = url.pathname.toLowerCase().replace(/\/+$/, "");
  const isPage = !excluded.includes(path) && !/^\/(?:api|dev|media)\//.test(path);
  const address = url.pathname + url.search + url.hash;
  return isPage && address.length <= returnPathBytes ? address : null;
}

/**
 * Stores the path to return to in this tab, if it is valid; without storage only the address
 * contains it.
 */
export function rememberPath(text: string | null | undefined): void {
  const path = safePath(text);
  if (path === null) return;
  try {
    sessionStorage.setItem(storageKey, path);
  } catch {
    // See above.
  }
}

/** Returns the stored path, validated again; null without one. */
export function rememberedPath(): string | null {
  try {
    return safePath(sessionStorage.getItem(storageKey));
  } catch {
    return null;
  }
}

/** Removes the stored path, because it is used once. */
export function forgetPath(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // See above.
  }
}
