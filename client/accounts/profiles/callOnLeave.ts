/** What is done when a page with unsaved changes is left, about which the browser asks first. */

/** Calls `onLeave` when the page is left, unless the reader stays. */
export function callOnLeave(onLeave: () => void): void {
  const choice = new AbortController();
  const { signal } = choice;
  // The page does not receive the answer: a press here means that the reader stayed.
  for (const event of ["pointerdown", "keydown"])
    addEventListener(event, () => choice.abort(), { signal });
  addEventListener("pagehide", onLeave, { signal });
}
