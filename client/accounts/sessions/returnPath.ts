/** The page to come back to after signing in: a path of this site, and nothing that could lead off it. */
import { languages } from "../../contracts/language.ts";
import { pathFor } from "../../language/paths.ts";

const storageKey = "return-path";
const longest = 2000;

/** Coming back to where one signs in would go round in circles. */
const unfit: readonly string[] = languages.flatMap((language) => [
  pathFor("login", language),
  pathFor("authCallback", language),
]);

/** Safari before 17 can't be asked beforehand whether an address makes sense. */
function parsed(text: string, here: string): URL | null {
  try {
    return new URL(text, here);
  } catch {
    return null;
  }
}

/** The path as it may be followed, or null. Its origin is made up: only a path of ours keeps it. */
export function safePath(text: string | null | undefined): string | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what browsers drop from addresses.
  if (!text || text.length > longest || /[\u0000-\u0020\u007f\\]/.test(text)) return null;
  if (!/^\/(?!\/)/.test(text)) return null;
  const here = "https://here.invalid";
  const url = parsed(text, here);
  if (url === null || url.origin !== here || url.pathname.includes("//")) return null;
  const path = url.pathname.toLowerCase().replace(/\/+$/, "");
  const isPage = !unfit.includes(path) && !/^\/(?:api|dev|media)\//.test(path);
  return isPage ? url.pathname + url.search + url.hash : null;
}

/** Storage can be forbidden: then the address alone says where to return. */
export function rememberPath(text: string | null | undefined): void {
  const path = safePath(text);
  if (path === null) return;
  try {
    sessionStorage.setItem(storageKey, path);
  } catch {
    // See above.
  }
}

/** Whatever lies in the storage is checked again: it may be anybody's. */
export function rememberedPath(): string | null {
  try {
    return safePath(sessionStorage.getItem(storageKey));
  } catch {
    return null;
  }
}

export function forgetPath(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // See above.
  }
}
