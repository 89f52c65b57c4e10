/** The browser's router: holds where the reader is, loads what the next page needs, then moves there. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Router } from "react-router";
import type { PageStore, Place } from "../page/PageStore.ts";
import type { Site } from "../page/payload.ts";
import { App } from "./App.tsx";
import { matchPlace } from "./match.ts";
import { createNavigator, currentVisit, settleScroll, type Visit } from "./navigation.ts";

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

/** Where the browser can, the old page fades into the new one; a reader who wants no motion gets none. */
function transition(isNewPage: boolean, change: () => void): void {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (isNewPage && !still && "startViewTransition" in document) {
    document.startViewTransition(() => flushSync(change));
  } else flushSync(change);
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
      const slow = setTimeout(() => setSlow(true), slowMs);
      const failed = store.isReady(place)
        ? false
        : await store.prepare(place).then(
            () => false,
            () => true,
          );
      clearTimeout(slow);
      if (latest.current !== turn) return;
      const isNewPage = before.place.page !== place.page || before.place.params.id !== place.params.id;
      transition(isNewPage, () => {
        setSlow(false);
        setShown({ ...turn, failed });
      });
    };
    return createNavigator(() => void visit());
  }, [store]);

  return { shown, isSlow, navigator };
}

export function Visits({ store, site, place, path }: VisitsProps) {
  const first = useMemo<Shown>(
    () => ({ visit: { key: "first", path }, place, failed: false }),
    [path, place],
  );
  const { shown, isSlow, navigator } = useVisits(store, first);
  const arrived = useRef(shown);

  useEffect(() => navigator.listen(), [navigator]);
  useLayoutEffect(() => {
    if (arrived.current === shown) return;
    const turned = arrived.current.place;
    arrived.current = shown;
    document.documentElement.lang = shown.place.language;
    const isNewPage = turned.page !== shown.place.page || turned.params.id !== shown.place.params.id;
    const isOtherLanguage = turned.language !== shown.place.language;
    if (!isNewPage && !isOtherLanguage) return;
    if (isNewPage) settleScroll(shown.visit);
    document.getElementById("main")?.focus({ preventScroll: true });
  }, [shown]);

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
