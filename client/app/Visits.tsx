/** The browser's router: holds where the reader is, loads what the next page needs, then moves there. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Router } from "react-router";
import type { PageStore, Place } from "../page/PageStore.ts";
import type { Site } from "../page/payload.ts";
import { App } from "./App.tsx";
import { matchPlace } from "./match.ts";
import { createNavigator, currentVisit, fragment, settleScroll, type Visit } from "./navigation.ts";

interface VisitsProps {
  readonly store: PageStore;
  readonly site: Site;
  readonly place: Place;
  readonly path: string;
}

interface Shown {
  readonly visit: Visit;
  readonly place: Place;
  readonly failed: boolean;
}

const slowMs = 120;
const fadeRate = 1.7;

/** Where the browser can, the old page fades into the new one; a reader who wants no motion gets none. */
function transition(isNewPage: boolean, change: () => void): void {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (!isNewPage || still || !("startViewTransition" in document)) {
    flushSync(change);
    return;
  }
  const moving = document.startViewTransition(() => flushSync(change));
  // A transition that is skipped, because the tab is hidden or another began, has still changed the page.
  moving.ready.then(quicken, () => undefined);
}

/** The browser fades for a quarter of a second; ours is to feel like turning a leaf. */
function quicken(): void {
  for (const animation of document.getAnimations()) animation.updatePlaybackRate(fadeRate);
}

/** Whether everything that the page needs has come. */
function arrives(store: PageStore, place: Place): Promise<boolean> {
  return store.prepare(place).then(
    () => true,
    () => false,
  );
}

function useVisits(store: PageStore, first: Shown) {
  const [shown, setShown] = useState(first);
  const [isSlow, setSlow] = useState(false);
  const latest = useRef(first);

  const navigator = useMemo(() => {
    const visit = async () => {
      const next = currentVisit();
      const place = matchPlace(new URL(next.path, location.href).pathname);
      const turn: Shown = { visit: next, place, failed: false };
      const before = latest.current;
      latest.current = turn;
      const slow = setTimeout(() => latest.current === turn && setSlow(true), slowMs);
      const failed = !store.isReady(place) && !(await arrives(store, place));
      clearTimeout(slow);
      if (latest.current !== turn) return;
      transition(isOtherPage(before.place, place), () => {
        setSlow(false);
        // What cannot be said in the other language is said in this one.
        const language = store.speaks(place.language) ? place.language : before.place.language;
        setShown({ ...turn, place: { ...place, language }, failed });
      });
    };
    return createNavigator(() => void visit());
  }, [store]);

  return { shown, isSlow, navigator };
}

function isOtherPage(a: Place, b: Place): boolean {
  return a.page !== b.page || a.params.id !== b.params.id;
}

/** What a full page load would have done: language, scroll, focus, and telling assistive technology. */
function useArrival(store: PageStore, shown: Shown): void {
  const arrived = useRef(shown);
  useLayoutEffect(() => {
    if (arrived.current === shown) return;
    const { place: left } = arrived.current;
    const { place, visit } = shown;
    arrived.current = shown;
    document.documentElement.lang = place.language;
    const isNew = isOtherPage(left, place);
    if (!isNew && left.language === place.language) {
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

export function Visits({ store, site, place, path }: VisitsProps) {
  const first = useMemo<Shown>(
    () => ({ visit: { key: "first", path }, place, failed: false }),
    [path, place],
  );
  const { shown, isSlow, navigator } = useVisits(store, first);
  useArrival(store, shown);
  useEffect(() => navigator.listen(), [navigator]);

  return (
    <Router location={shown.visit.path} navigator={navigator}>
      <App
        store={store}
        site={site}
        place={shown.place}
        path={shown.visit.path}
        isSlow={isSlow}
        retry={shown.failed ? () => navigator.replace(shown.visit.path) : undefined}
      />
    </Router>
  );
}
