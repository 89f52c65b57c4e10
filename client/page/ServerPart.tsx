/** The part of a page that the worker renders: of the first page its HTML stays, later pages render it. */
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { usePage } from "./PageContext.ts";

// Hydration keeps the HTML below an element with this property.
const keptHtml = { dangerouslySetInnerHTML: { __html: "" } };

/**
 * Moves the focus to the element with the id of the one that had it before the part was rendered
 * anew, such as the head of a table that sorts it.
 */
function useFocusById(): void {
  const [id] = useState(() => (typeof document === "undefined" ? "" : document.activeElement?.id));
  useLayoutEffect(() => {
    const isLost = id && document.activeElement === document.body;
    if (isLost) document.getElementById(id)?.focus({ preventScroll: true });
  }, [id]);
}

/**
 * Renders the server part if its code is loaded, and otherwise keeps the host's HTML. Where the
 * host sent none, it loads the part and renders it.
 */
function Slot() {
  const page = usePage();
  const Part = page.store.serverPart(page);
  const [isKept, setKept] = useState(Part === undefined);
  const slot = useRef<HTMLDivElement>(null);
  useFocusById();
  const load = useRef(async () => {
    await page.store.loadServerPart(page);
    setKept(false);
  }).current;
  useEffect(() => {
    // Without a worker the host sends no HTML to keep.
    if (slot.current?.hasChildNodes() === false) load().catch(() => undefined);
  }, [load]);
  if (isKept || !Part) return <div ref={slot} suppressHydrationWarning {...keptHtml} />;
  return (
    <div key="rendered">
      <Part />
    </div>
  );
}

/**
 * Renders a part whose first HTML comes from the host. For another language, record or query it is
 * mounted anew, by then with the code that `PageStore.prepare` has loaded.
 */
export function ServerPart() {
  const { language, params, search } = usePage();
  return <Slot key={`${language} ${params.id}${search}`} />;
}
