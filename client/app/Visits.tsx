/** The browser's router: holds where the reader is, loads what the next page needs, then moves there. */
import {
  type ComponentType,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { type PageName, routes } from "../contracts/routes.ts";
import type { PageStore, Place } from "../page/PageStore.ts";
import type { Site, Viewer } from "../page/payload.ts";
import { App } from "./App.tsx";
import { matchPlace } from "./match.ts";
import {
  createNavigator,
  currentVisit,
  fragment,
  returnScroll,
  settleScroll,
  type Visit,
} from "./navigation.ts";
import { transition } from "./transition.ts";
import { useSessionDoor } from "./useSessionDoor.ts";

interface VisitsProps {
  readonly store: PageStore;
  readonly site: Site;
  readonly place: Place;
  readonly path: string;
  readonly now: string;
  readonly viewer: Viewer | null;
  /** The first page's data did not come, neither with the page nor when the browser asked for it. */
  readonly failed?: boolean;
}

interface Shown {
  readonly visit: Visit;
  readonly place: Place;
  readonly failed: boolean;
  readonly gate?: ComponentType;
}

const slowMs = 120;

function isForMembers(page: PageName): boolean {
  return page !== "notFound" && routes[page].guard === "members";
}

/** Who reads, as far as this tab knows. */
interface Reader {
  readonly isMember: () => boolean;
  /** Has the host asked, because what only a member may see did not come. */
  readonly doubt: () => void;
}

/** What is shown of a place once its parts are there, or have failed to come; a visitor is asked at the gate. */
async function fetchPlace(store: PageStore, place: Place, reader: Reader) {
  const isGuarded = isForMembers(place.page);
  try {
    if (isGuarded && !reader.isMember()) {
      await store.prepareParts(place);
      return { gate: (await import("./MembersOnly.tsx")).MembersOnly };
    }
    if (!store.isReady(place)) await store.prepare(place);
    return {};
  } catch {
    if (isGuarded) reader.doubt();
    return { failed: true };
  }
}

function useVisits(store: PageStore, first: Shown, reader: RefObject<Reader>) {
  const [shown, setShown] = useState(first);
  const [isSlow, setSlow] = useState(false);
  const latest = useRef(first);
  const standing = useRef(first);

  const navigator = useMemo(() => {
    const visit = async () => {
      const next = currentVisit();
      const { pathname, search } = new URL(next.path, location.href);
      const place = { ...matchPlace(pathname), search };
      const turn: Shown = { visit: next, place, failed: false };
      const before = latest.current;
      latest.current = turn;
      const slow = setTimeout(() => latest.current === turn && setSlow(true), slowMs);
      const found = await fetchPlace(store, place, reader.current);
      clearTimeout(slow);
      if (latest.current !== turn) return;
      transition(isOtherPage(before.place, place), () => {
        setSlow(false);
        standing.current = turn;
        // What cannot be said in the other language is said in this one.
        const language = store.speaks(place.language) ? place.language : before.place.language;
        setShown({ ...turn, place: { ...place, language }, ...found });
      });
    };
    return createNavigator(() => void visit());
  }, [store, reader]);
  /** For pages: one that the reader is leaving no longer says where they go. */
  const go = useCallback(
    (path: string) => {
      if (!isOtherPage(standing.current.place, latest.current.place)) navigator.replace(path);
    },
    [navigator],
  );

  return { shown, isSlow, navigator, go };
}

function isOtherPage(a: Place, b: Place): boolean {
  return a.page !== b.page || a.params.id !== b.params.id;
}

/** What a full page load would have done: language, scroll, focus, and telling assistive technology. */
function useArrival(store: PageStore, shown: Shown): void {
  const arrived = useRef(shown);
  useLayoutEffect(() => {
    if (arrived.current === shown) return;
    const { place: left, visit: before } = arrived.current;
    const { place, visit } = shown;
    arrived.current = shown;
    document.documentElement.lang = place.language;
    const isNew = isOtherPage(left, place);
    if (!isNew && left.language === place.language) {
      if (before.key !== visit.key) returnScroll(visit);
      focusFragment();
      keepFocus();
      return;
    }
    // The graph of the first page says nothing of this one, and only machines read it.
    document.head.querySelector('script[type="application/ld+json"]')?.remove();
    if (isNew) settleScroll(visit);
    document.getElementById("main")?.focus({ preventScroll: true });
    announce(store.translate(place.language)("app.moved", { title: document.title }));
  }, [store, shown]);
}

/** In a list that grew, the keyboard goes on at the first new entry. */
function focusFragment(): void {
  document.getElementById(fragment())?.querySelector("a")?.focus({ preventScroll: true });
}

/** What had the focus may be gone, a reset or a retry: the keyboard then goes on in the page, not at its top. */
function keepFocus(): void {
  if (document.activeElement === document.body) {
    document.getElementById("main")?.focus({ preventScroll: true });
  }
}

function announce(text: string): void {
  const announcer = document.getElementById("announcer");
  if (announcer) announcer.textContent = text;
}

export function Visits(props: VisitsProps) {
  const { store, site, place, path, now, viewer: firstViewer, failed = false } = props;
  const first = useMemo<Shown>(
    () => ({ visit: { key: "first", path }, place, failed }),
    [path, place, failed],
  );
  const [viewer, setViewer] = useState(firstViewer);
  const known = useRef(firstViewer);
  const reader = useRef<Reader>({
    isMember: () => known.current !== null,
    doubt: () => void openSession().then((session) => session.view()),
  });
  const { shown, isSlow, navigator, go } = useVisits(store, first, reader);
  useArrival(store, shown);
  useEffect(() => navigator.listen(), [navigator]);
  const meet = (met: Viewer | null) => {
    known.current = met;
    setViewer(met);
  };
  const openSession = useSessionDoor({ store, viewer: firstViewer, meet, go: navigator.replace });
  const retry = () => go(shown.visit.path);

  return (
    <App
      store={store}
      site={site}
      place={shown.place}
      path={shown.visit.path}
      now={now}
      viewer={viewer}
      go={go}
      openSession={openSession}
      gate={shown.gate}
      isSlow={isSlow}
      retry={shown.failed ? retry : undefined}
    />
  );
}
