/** Warns before a page with unsaved changes is left, for links of this site too. */
import { useCallback, useEffect, useRef } from "react";

/**
 * Prevents the client navigation from handling a pressed link, so that the browser follows it and
 * shows its warning.
 */
function followByBrowser(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (link) event.stopPropagation();
}

/** Makes the browser ask before the page is left. */
function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/**
 * Warns before the page is left while `isDirty` is true; returns a function that ends the warning.
 */
export function useUnsaved(isDirty: boolean): () => void {
  const stop = useRef<AbortController>(undefined);
  useEffect(() => {
    if (!isDirty) return;
    const guard = new AbortController();
    stop.current = guard;
    const { signal } = guard;
    addEventListener("beforeunload", warn, { signal });
    document.body.addEventListener("click", followByBrowser, { signal });
    return () => guard.abort();
  }, [isDirty]);
  return useCallback(() => stop.current?.abort(), []);
}
