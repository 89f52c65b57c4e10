/** The key that opens the search from any page; a reader can turn it off there. */
import { languageOf, pathFor } from "../language/paths.ts";

const turnedOff = "search-key-off";

/** Returns whether the search key is on; also where storage is forbidden. */
export function isSearchKeyOn(): boolean {
  try {
    return localStorage.getItem(turnedOff) === null;
  } catch {
    return true;
  }
}

/**
 * Turns the search key on or off for this browser; only "off" is stored. Returns whether it is on
 * now: it cannot be turned off where storage is forbidden or full.
 */
export function setSearchKey(isOn: boolean): boolean {
  try {
    if (isOn) localStorage.removeItem(turnedOff);
    else localStorage.setItem(turnedOff, "1");
  } catch {
    // The switch shows that nothing has changed.
  }
  return isSearchKeyOn();
}

/**
 * When the reader presses "/" outside of a field, selects the page's search field, or without one
 * calls `open` with the address of the search; returns a function that stops listening.
 */
export function listenForSearchKey(open: (path: string) => void): () => void {
  const onKey = (event: KeyboardEvent) => {
    const { key, target } = event;
    const isModified = event.ctrlKey || event.metaKey || event.altKey || event.isComposing;
    const isTyping = target instanceof Element && target.matches("input,textarea,select");
    if (key !== "/" || isModified || isTyping || !isSearchKeyOn()) return;
    event.preventDefault();
    const field = document.querySelector<HTMLInputElement>("input[name=q]");
    if (field) field.select();
    else open(pathFor("search", languageOf(location.pathname)));
  };
  addEventListener("keydown", onKey);
  return () => removeEventListener("keydown", onKey);
}
