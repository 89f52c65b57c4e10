/** The application in the browser: loads the next page, then updates react-router's location. */
import {
  type ComponentType,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from "react";
import { createPath, type Location, type Navigator, Router } from "react-router";
import { initialDelayMs } from "../contracts/limits.generated.ts";
import { type PageName, routes } from "../contracts/routes.ts";
import type { PageStore, Place } from "../page/PageStore.ts";
import type { Site, Viewer } from "../page/payload.ts";
import { App } from "./App.tsx";
import { placeAt } from "./AppRoutes.tsx";
import {
  createScrollHistory,
  currentLocation,
  fragment,
  locationOf,
  restoreScroll,
  settleScroll,
} from "./history.ts";
import { flushSync } from "react-dom";
import type { Root } from "react-dom/client";
import type { Session } from "../accounts/sessions/Session.ts";
import { markerKey } from "../accounts/sessions/useSession.ts";
import type { SessionHost } from "./openSession.ts";
import { listenForSearchKey } from "../page/searchKey.ts";
import { transition } from "./viewTransition.ts";

interface BrowserAppProps {
  readonly store: PageStore;
  readonly site: Site;
  readonly place: Place;
  /** Path and query. */
  readonly path: string;
  readonly now: string;
  readonly viewer: Viewer | null;
  /** True when the first page's data is not in the payload and could not be loaded. */
  readonly failed?: boolean;
}

/** The current page: its location, its place in the route table, and whether it could be loaded. */
interface ShownPage {
  readonly location: Location;
  readonly place: Place;
  readonly failed: boolean;
  /** Why the page could not be loaded, for pages that report it. */
  readonly error?: unknown;
  /** Rendered in place of a members' page until the session is checked. */
  readonly gate?: ComponentType;
}

/** Returns whether visitors are refused on a page. */
function isForMembers(page: PageName): boolean {
  return page !== "notFound" && routes[page].guard === "members";
}

/** The membership of the reader in this tab. */
interface Reader {
  readonly isMember: () => boolean;
  /** Fetches the current member, because a members' page could not be loaded. */
  readonly recheck: () => void;
}

/**
 * Loads a page's parts. Returns what is shown in its place: nothing if they loaded, for a visitor
 * the gate of a members' page (`MembersOnly`), or `failed`; after a failure of a members' page it
 * also checks the membership again.
 */
async function loadPlace(store: PageStore, place: Place, reader: Reader) {
  const isGuarded = isForMembers(place.page);
  try {
    if (isGuarded && !reader.isMember()) {
      await store.prepareParts(place);
      return { gate: (await import("./MembersOnly.tsx")).MembersOnly };
    }
    if (!store.isReady(place)) await store.prepare(place);
    return {};
  } catch (error) {
    if (isGuarded) reader.recheck();
    return { failed: true, ...(isGuarded && { error }) };
  }
}

/**
 * Returns the shown page, and the history that loads and shows the page of each new address. A page
 * that loads slower than the next one requested is not shown.
 */
function useNavigation(store: PageStore, first: ShownPage, reader: RefObject<Reader>) {
  const [shown, setShown] = useState(first);
  const [isSlow, setSlow] = useState(false);
  const requested = useRef(first);
  const current = useRef(first);

  const scrollHistory = useMemo(() => {
    /** Loads and shows the page of the address, unless another one was requested meanwhile. */
    const load = async () => {
      const location = currentLocation();
      const place = { ...placeAt(location.pathname), search: location.search };
      const next: ShownPage = { location, place, failed: false };
      const before = requested.current;
      requested.current = next;
      const slow = setTimeout(() => requested.current === next && setSlow(true), initialDelayMs);
      const loaded = await loadPlace(store, place, reader.current);
      clearTimeout(slow);
      if (requested.current !== next) return;
      transition(isOtherPage(before.place, place), () => {
        setSlow(false);
        current.current = next;
        // Without messages of the new language the page stays in the previous one.
        const language = store.hasFrameMessages(place.language)
          ? place.language
          : before.place.language;
        setShown({ ...next, place: { ...place, language }, ...loaded });
      });
    };
    return createScrollHistory(() => void load());
  }, [store, reader]);
  /** For components: a page can no longer redirect once another page was requested. */
  const navigator = useMemo<Navigator>(() => {
    const { replace } = scrollHistory.navigator;
    /** Returns whether another page was requested and is loading. */
    const isLeaving = () => isOtherPage(current.current.place, requested.current.place);
    return {
      ...scrollHistory.navigator,
      replace: (to, state) => {
        if (!isLeaving()) replace(to, state);
      },
    };
  }, [scrollHistory]);

  return { shown, isSlow, scrollHistory, navigator };
}

/** Returns whether two places are different pages, not views of the same page. */
function isOtherPage(a: Place, b: Place): boolean {
  return a.page !== b.page || a.params.id !== b.params.id;
}

/**
 * Does after a navigation what a full page load does: sets language, scroll position and focus, and
 * announces the title. A new view of the same page changes only scroll and focus.
 */
function useNavigationEffects(store: PageStore, shown: ShownPage, site: Site): void {
  const arrived = useRef(shown);
  useLayoutEffect(() => {
    if (arrived.current === shown) return;
    const { place: left, location: before } = arrived.current;
    const { place, location } = shown;
    arrived.current = shown;
    const { language } = place;
    document.documentElement.lang = language;
    if (left.language !== language) {
      import("./siteLinks.ts")
        .then(({ translateSiteLinks }) => translateSiteLinks(language, site.names[language]))
        .catch(() => undefined);
    }
    const isNew = isOtherPage(left, place);
    if (!isNew && left.language === language) {
      if (before.key !== location.key) restoreScroll(location);
      focusFragment();
      restoreFocus();
      return;
    }
    // Structured data of the first page does not describe this one; only crawlers read it.
    document.head.querySelector('script[type="application/ld+json"]')?.remove();
    if (isNew) settleScroll(location);
    document.getElementById("main")?.focus({ preventScroll: true });
    announce(store.translate(language)("app.moved", { title: document.title }));
  }, [store, shown, site]);
}

/** Focuses the first link in the element that the fragment names, such as a list's new entry. */
function focusFragment(): void {
  document.getElementById(fragment())?.querySelector("a")?.focus({ preventScroll: true });
}

/** Moves the focus to the page when the focused element, such as a reset button, was removed. */
function restoreFocus(): void {
  if (document.activeElement === document.body) {
    document.getElementById("main")?.focus({ preventScroll: true });
  }
}

/** Announces the title of the new page to screen readers. */
function announce(text: string): void {
  const announcer = document.getElementById("announcer");
  if (announcer) announcer.textContent = text;
}

/** Renders the page of the address, and connects it with session, focus and search key. */
export function BrowserApp(props: BrowserAppProps) {
  const { store, site, place, path, now, viewer: firstViewer, failed = false } = props;
  const first = useMemo<ShownPage>(
    () => ({ location: locationOf(path, currentLocation().key), place, failed }),
    [path, place, failed],
  );
  const [viewer, setViewer] = useState(firstViewer);
  const known = useRef(firstViewer);
  const reader = useRef<Reader>({
    isMember: () => known.current !== null,
    recheck: () => void openSession().then((session) => session.fetchView()),
  });
  const { shown, isSlow, scrollHistory, navigator } = useNavigation(store, first, reader);
  useNavigationEffects(store, shown, site);
  // `pressScript.js` then repeats a press from before, once these effects have changed their states.
  useEffect(() => void dispatchEvent(new Event("hydrated")), []);
  useEffect(() => scrollHistory.listen(), [scrollHistory]);
  useEffect(() => listenForSearchKey(scrollHistory.navigator.push), [scrollHistory]);
  /** Shows a member as the viewer; null shows a visitor. */
  const setMember = (member: Viewer | null) => {
    known.current = member;
    setViewer((before) =>
      // The session does not know what only the page of this member knows, such as the notice.
      member && before?.id === member.id ? { ...before, ...member } : member,
    );
  };
  const openSession = useSessionLoader({
    store,
    viewer: firstViewer,
    setViewer: setMember,
    setUnread: (has_unread) => setViewer((before) => before && { ...before, has_unread }),
    replace: scrollHistory.navigator.replace,
  });
  /** Loads the shown page again. */
  const retry = () => navigator.replace(createPath(shown.location));

  return (
    <Router location={shown.location} navigator={navigator}>
      <App
        store={store}
        site={site}
        place={shown.place}
        now={now}
        viewer={viewer}
        openSession={openSession}
        gate={shown.gate}
        isSlow={isSlow}
        retry={shown.failed ? retry : undefined}
        error={shown.error}
      />
    </Router>
  );
}

/** Renders synchronously, for callers that read the document right after it. */
export function renderNow(root: Root, page: ReactNode): void {
  flushSync(() => root.render(page));
}

/** Returns whether this browser has the marker of a session. */
function hasMarker(): boolean {
  try {
    return markerKey in localStorage;
  } catch {
    return false;
  }
}

/**
 * Returns a function that loads the session's code and opens the session. For members, and where
 * the marker exists, it is opened at once; visitors do not load the code.
 */
function useSessionLoader(host: SessionHost): () => Promise<Session> {
  const opened = useRef<Promise<Session>>(undefined);
  const open = useRef(() => {
    opened.current ??= import("./openSession.ts").then(
      (module) => module.openSession(host),
      (error: unknown) => {
        // A failed import is repeated at the next call.
        opened.current = undefined;
        throw error;
      },
    );
    return opened.current;
  }).current;

  useEffect(() => {
    /** Hands a change of the marker by another tab to the session. */
    const onStorage = async ({ key, newValue }: StorageEvent) => {
      if (key === markerKey) (await open()).onMarkerChange(newValue);
    };
    addEventListener("storage", onStorage);
    if (host.viewer || hasMarker()) open().catch(() => undefined);
    return () => removeEventListener("storage", onStorage);
  }, [open, host.viewer]);
  return open;
}
