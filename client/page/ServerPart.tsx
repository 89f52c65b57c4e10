/** The part of a page that the worker renders: of the first page its HTML stays, later pages render it. */
import { useEffect, useRef, useState } from "react";
import { usePage } from "./PageContext.ts";

// Hydration keeps the HTML below an element with this property.
const keptHtml = { dangerouslySetInnerHTML: { __html: "" } };

/**
 * Renders the element of the server part: with the host's HTML until the part's code is loaded,
 * then the part.
 */
function Slot() {
  const page = usePage();
  const Part = page.store.serverPart(page);
  const [isKept, setKept] = useState(Part === undefined);
  const slot = useRef<HTMLDivElement>(null);
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
 * Renders a part whose first HTML comes from the host; its code is loaded when language, record or
 * query changes.
 */
export function ServerPart() {
  const { language, params, search } = usePage();
  return <Slot key={`${language} ${params.id}${search}`} />;
}
