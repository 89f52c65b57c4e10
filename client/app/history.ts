/** Browser history for react-router: keys of entries, scroll positions, and one listener for all links. */
import { createPath, type Location, type Navigator, parsePath, type To } from "react-router";
import { isPlainClick } from "../page/address.ts";
import { newKey } from "../wire/newKey.ts";

export interface ScrollHistory {
  readonly navigator: Navigator;
  /** Starts listening; returns a function that stops. */
  readonly listen: () => () => void;
}

const positions = "scroll-positions";

/** Returns the key of the present history entry; undefined if it has none. */
function entryKey(): string | undefined {
  const state: unknown = history.state;
  const isEntry = typeof state === "object" && state !== null && "key" in state;
  return isEntry ? String(state.key) : undefined;
}

/**
 * Returns the key of the present entry. Entries that the browser made, such as the first or those
 * of fragments, get one here.
 */
function ensureKey(): string {
  const key = entryKey();
  if (key !== undefined) return key;
  const made = newKey();
  history.replaceState({ key: made }, "");
  return made;
}

/** Returns the stored scroll positions by key; empty if storage is forbidden or its text damaged. */
function readPositions(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(positions) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** Stores the scroll position of the entry with this key. */
function storePosition(key: string): void {
  try {
    const stored = { ...readPositions(), [key]: Math.round(scrollY) };
    sessionStorage.setItem(positions, JSON.stringify(stored));
  } catch {
    // Storage is full or forbidden: the page opens at its top or at an older position.
  }
}

/**
 * Returns a location of react-router for a path; it has no state, because scroll positions are
 * stored by key.
 */
export function locationOf(path: string, key: string): Location {
  return { pathname: "/", search: "", hash: "", ...parsePath(path), state: null, key };
}

/** Returns the location of the present entry, without its fragment, which is for scrolling only. */
export function currentLocation(): Location {
  return locationOf(location.pathname + location.search, ensureKey());
}

/** Returns the decoded fragment of the address, or an empty string when it cannot be decoded. */
export function fragment(): string {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return "";
  }
}

/**
 * Scrolls, on another page than before, to the stored position of this entry, else to the
 * fragment's element, else to the top. For a new view of the same page: `restoreScroll`.
 */
export function settleScroll({ key }: Location): void {
  const target = document.getElementById(fragment());
  const stored = readPositions()[key];
  if (stored === undefined && target) target.scrollIntoView();
  else scrollTo({ top: stored ?? 0, behavior: "instant" });
}

/**
 * Scrolls to the stored position of this entry after a new view of the same page; a new entry has
 * none, and the page stays where it is. For another page: `settleScroll`.
 */
export function restoreScroll({ key }: Location): void {
  const stored = readPositions()[key];
  if (stored !== undefined) scrollTo({ top: stored, behavior: "instant" });
}

/** Returns a target of a navigation as a path. */
const pathOf = (to: To) => (typeof to === "string" ? to : createPath(to));

/**
 * Creates the history; `onChange` is called after every change of the address, also by the
 * browser's back and forward buttons.
 */
export function createScrollHistory(onChange: () => void): ScrollHistory {
  let currentKey = "";
  /**
   * Stores the scroll position of the entry that is left, and reports the change. At popstate the
   * browser has already changed the entry, so `currentKey` holds the key of the one that is left.
   */
  const change = () => {
    storePosition(currentKey);
    currentKey = ensureKey();
    onChange();
  };
  /** Changes the address, as a new entry or in place of the present one. */
  const enter = (to: To, replace: boolean) => {
    const isSamePage = parsePath(pathOf(to)).pathname === location.pathname;
    // Another page in the place of this one does not take over its scroll position.
    const replaced = isSamePage ? history.state : { ...history.state, key: newKey() };
    // `isFollowed` tells pages that going back in the history stays on this site.
    const state = replace ? replaced : { key: newKey(), isFollowed: true };
    history[replace ? "replaceState" : "pushState"](state, "", pathOf(to));
    change();
  };
  /**
   * Restores the scroll position after a reload and starts to listen to the browser and to links;
   * returns a function that stops listening.
   */
  const listen = () => {
    const stop = new AbortController();
    const { signal } = stop;
    currentKey = ensureKey();
    history.scrollRestoration = "manual";
    const stored = readPositions()[currentKey];
    if (stored !== undefined) scrollTo({ top: stored, behavior: "instant" });
    restoreChoice();
    addEventListener("popstate", change, { signal });
    addEventListener("pagehide", () => storePosition(currentKey), { signal });
    const follow = (event: MouseEvent) => followLink(event, (to) => enter(to, false));
    document.addEventListener("click", follow, { signal });
    return () => stop.abort();
  };
  const navigator: Navigator = {
    createHref: pathOf,
    go: (delta) => history.go(delta),
    push: (to) => enter(to, false),
    replace: (to) => enter(to, true),
  };
  return { navigator, listen };
}

/** Loads the code of the records chosen for a comparison. */
const loadChoice = () => import("../cultivars/choice/ChoiceBar.ts");

/** Shows the records that were chosen for a comparison on earlier pages of this tab. */
function restoreChoice(): void {
  try {
    if (sessionStorage.getItem("choice"))
      void loadChoice().then((bar) => bar.openChoiceBar().show());
  } catch {
    // Storage can be forbidden: then a choice lasts as long as its page.
  }
}

/**
 * Follows a plain click on a link to a page of this site with `go`; the browser handles all other
 * clicks. A link with `data-compare` adds or removes its record in the choice for a comparison
 * instead.
 */
function followLink(event: MouseEvent, go: (to: string) => void): void {
  if (event.defaultPrevented || !isPlainClick(event)) return;
  const link =
    event.target instanceof Element ? event.target.closest<HTMLElement>("a[href]") : null;
  if (link === null || link.hasAttribute("download") || link.hasAttribute("target")) return;
  const url = new URL(link.getAttribute("href") ?? "", location.href);
  const samePage = url.pathname === location.pathname && url.search === location.search;
  const isPage = url.origin === location.origin && !/^\/api\/|\.\w+$/.test(url.pathname);
  if (!isPage || (samePage && url.hash !== "")) return;
  event.preventDefault();
  const follow = () => go(url.pathname + url.search + url.hash);
  const { compare } = link.dataset;
  if (compare) loadChoice().then((bar) => bar.openChoiceBar().toggle(compare), follow);
  else follow();
}
