/** Change of pages with a view transition. */
import { flushSync } from "react-dom";

const fadeRate = 1.7;

/** Changes the page with a view transition, if the browser has it and motion is not reduced. */
export function transition(isNewPage: boolean, change: () => void): void {
  const isReduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (!isNewPage || isReduced || !("startViewTransition" in document)) {
    flushSync(change);
    return;
  }
  const viewTransition = document.startViewTransition(() => flushSync(change));
  // A skipped transition (hidden tab, another one started) has still changed the page.
  viewTransition.ready.then(speedUp, () => undefined);
}

/** Shortens the running transition from its default of 250 ms. */
function speedUp(): void {
  for (const animation of document.getAnimations()) animation.updatePlaybackRate(fadeRate);
}
