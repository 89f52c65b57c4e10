/** Moves between pages without reloading: history, scroll positions and one listener for every link. */
export interface Visit {
  readonly key: string;
  /** Path and query; the fragment is for scrolling only. */
  readonly path: string;
}

/** What a page may ask of the history. */
export interface Navigator {
  readonly push: (path: string) => void;
  /** Shows another address in place of this one. */
  readonly replace: (path: string) => void;
  readonly listen: () => () => void;
}

const positions = "scroll-positions";

function entryKey(): string | undefined {
  const state: unknown = history.state;
  const isEntry = typeof state === "object" && state !== null && "key" in state;
  return isEntry ? String(state.key) : undefined;
}

/** Of one tab's entries; `randomUUID` is missing where a site is read without TLS. */
const freshKey = () => `${Math.random()}`;

/** Gives the entry a key of its own where the browser made it: at the start, or for a fragment on the page. */
function keyed(): string {
  const key = entryKey();
  if (key !== undefined) return key;
  const fresh = freshKey();
  history.replaceState({ key: fresh }, "");
  return fresh;
}

/** A reader's storage can be full or forbidden: then a page simply opens at its top. */
function readPositions(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(positions) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

function keepPosition(key: string): void {
  try {
    const kept = { ...readPositions(), [key]: Math.round(scrollY) };
    sessionStorage.setItem(positions, JSON.stringify(kept));
  } catch {
    // See readPositions.
  }
}

export function currentVisit(): Visit {
  return { key: keyed(), path: location.pathname + location.search };
}

/** The fragment of the address in letters; one that can't be read names nothing. */
export function fragment(): string {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return "";
  }
}

/** To the fragment's element, else to where this entry was left, else to the top. */
export function settleScroll({ key }: Visit): void {
  const target = document.getElementById(fragment());
  const left = readPositions()[key];
  if (left === undefined && target) target.scrollIntoView();
  else scrollTo({ top: left ?? 0, behavior: "instant" });
}

/** On the same page, back to where this entry was left; an entry that is new stays where the reader is. */
export function returnScroll({ key }: Visit): void {
  const left = readPositions()[key];
  if (left !== undefined) scrollTo({ top: left, behavior: "instant" });
}

/** `onVisit` hears of every change of the address, the browser's own included. */
export function createNavigator(onVisit: () => void): Navigator {
  let current = "";
  // The browser has already changed the entry when it tells: the key of the one left is ours to know.
  const leave = () => {
    keepPosition(current);
    current = keyed();
    onVisit();
  };
  const enter = (to: string, replace: boolean) => {
    const state = replace ? history.state : { key: freshKey(), isFollowed: true };
    history[replace ? "replaceState" : "pushState"](state, "", to);
    leave();
  };
  return {
    push: (to) => enter(to, false),
    replace: (to) => enter(to, true),
    listen: () => {
      const stop = new AbortController();
      const { signal } = stop;
      current = keyed();
      history.scrollRestoration = "manual";
      const left = readPositions()[current];
      if (left !== undefined) scrollTo({ top: left, behavior: "instant" });
      addEventListener("popstate", leave, { signal });
      addEventListener("pagehide", () => keepPosition(current), { signal });
      document.addEventListener("click", (event) => followLink(event, (to) => enter(to, false)), {
        signal,
      });
      return () => stop.abort();
    },
  };
}

/** Only a plain click on a plain link of ours is taken over; everything else stays the browser's. */
function followLink(event: MouseEvent, go: (to: string) => void): void {
  const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  if (event.defaultPrevented || event.button !== 0 || modified) return;
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (link === null || link.hasAttribute("download") || link.hasAttribute("target")) return;
  const url = new URL(link.getAttribute("href") ?? "", location.href);
  const samePage = url.pathname === location.pathname && url.search === location.search;
  const isPage = url.origin === location.origin && !/^\/api\/|\.\w+$/.test(url.pathname);
  if (!isPage || (samePage && url.hash !== "")) return;
  event.preventDefault();
  go(url.pathname + url.search + url.hash);
}
