/** Stubs of browser APIs that jsdom lacks, of storage that throws, and of stored choices. */
import { vi } from "vitest";

/** Stubs `matchMedia` and `scrollTo`, which jsdom lacks, and returns the mock of `scrollTo`. */
export function stubBrowser() {
  const scrolledTo = vi.fn();
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal("scrollTo", scrolledTo);
  return { scrolledTo };
}

/** Makes every access to web storage throw, as in a browser set to block all site data. */
export function forbidStorage(): void {
  const throwSecurityError = () => {
    throw new DOMException("storage is forbidden", "SecurityError");
  };
  for (const name of ["getItem", "setItem", "removeItem"] as const) {
    vi.spyOn(Storage.prototype, name).mockImplementation(throwSecurityError);
  }
}

/** Removes the stored language and theme, so that they do not reach the next test. */
export function clearStoredChoices(): void {
  localStorage.clear();
  setCookie("language=; Path=/; Max-Age=0");
}

/** Sets or removes a cookie, written as in a Set-Cookie header. */
export function setCookie(cookie: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store.
  document.cookie = cookie;
}
