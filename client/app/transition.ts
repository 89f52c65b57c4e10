/** Applies a change of page with a view transition where the browser supports it. */
import { flushSync } from "react-dom";

const fadeRate = 1.7;

/** Without a transition for readers who prefer reduced motion. */
export function transition(isNewPage: boolean, change: () => void): void {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (!isNewPage || still || !("startViewTransition" in document)) {
    flushSync(change);
    return;
  }
  const moving = document.startViewTransition(() => flushSync(change));
  // A skipped transition (hidden tab, another one started) has still changed the page.
  moving.ready.then(quicken, () => undefined);
}

/** Shortens the default of a quarter of a second. */
function quicken(): void {
  for (const animation of document.getAnimations()) animation.updatePlaybackRate(fadeRate);
}
