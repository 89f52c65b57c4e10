/** Browser APIs that jsdom lacks, and forbidden storage. */
import { vi } from "vitest";

/** What a browser has and jsdom has not: media queries and scrolling. */
export function furnishBrowser() {
  const scrolledTo = vi.fn();
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal("scrollTo", scrolledTo);
  return { scrolledTo };
}

/** A browser set to keep nothing throws at every touch of its storage. */
export function forbidStorage(): void {
  const refuse = () => {
    throw new DOMException("storage is forbidden", "SecurityError");
  };
  for (const name of ["getItem", "setItem", "removeItem"] as const) {
    vi.spyOn(Storage.prototype, name).mockImplementation(refuse);
  }
}

/** The language and theme that a test chose are not the next one's. */
export function forgetChoices(): void {
  localStorage.clear();
  setCookie("language=; Path=/; Max-Age=0");
}

/** Sets or removes a cookie, written as in a Set-Cookie header. */
export function setCookie(cookie: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store.
  document.cookie = cookie;
}
