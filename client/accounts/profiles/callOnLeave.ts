/** What is done when a page with unsaved changes is left, about which the browser asks first. */

/**
 * Calls `onLeave` when the page is left by the navigation that follows, unless the reader stays.
 */
export function callOnLeave(onLeave: () => void): void {
  const choice = new AbortController();
  const { signal } = choice;
  let isAsked = false;
  // The page does not receive the answer: a press here, or leaving once more, such as by the
  // browser's reload, means that the reader stayed.
  const onUnload = () => {
    if (isAsked) choice.abort();
    isAsked = true;
  };
  addEventListener("beforeunload", onUnload, { signal });
  for (const event of ["pointerdown", "keydown"])
    addEventListener(event, () => choice.abort(), { signal });
  addEventListener("pagehide", onLeave, { signal });
}
