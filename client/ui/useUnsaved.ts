/** Asks before a page with unsaved changes is left: the browser's own question, for links of ours too. */
import { useCallback, useEffect, useRef } from "react";

/** A link that the navigation does not hear of is followed by the browser, which then asks. */
function followByBrowser(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (link) event.stopPropagation();
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Returns how to let the page go without a question. */
export function useUnsaved(isDirty: boolean): () => void {
  const stop = useRef<AbortController>(undefined);
  useEffect(() => {
    if (!isDirty) return;
    const guard = new AbortController();
    stop.current = guard;
    const { signal } = guard;
    addEventListener("beforeunload", ask, { signal });
    document.body.addEventListener("click", followByBrowser, { signal });
    return () => guard.abort();
  }, [isDirty]);
  return useCallback(() => stop.current?.abort(), []);
}
