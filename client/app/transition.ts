/** Turns the page: where the browser can, the old one fades into the new. */
import { flushSync } from "react-dom";

const fadeRate = 1.7;

/** A reader who wants no motion gets none. */
export function transition(isNewPage: boolean, change: () => void): void {
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
