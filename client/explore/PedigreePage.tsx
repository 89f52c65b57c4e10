/** The head of the complete pedigree, whose content is a server part, and the motion of its picture. */
import { useEffect, useRef } from "react";
import { PageHead } from "../page/PageHead.tsx";
import { usePage } from "../page/PageContext.ts";
import { ServerPart } from "../page/ServerPart.tsx";
import { attachExplorer } from "./lineage/attachExplorer.ts";

/**
 * Renders the page of the complete pedigree, and makes the picture that the worker rendered
 * movable.
 */
export default function PedigreePage() {
  const place = usePage();
  const { search } = place;
  const content = useRef<HTMLDivElement>(null);
  // The worker's HTML, which the browser keeps, runs no effects of its own; a part that the browser
  // renders attaches itself first, and this call does nothing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice has another picture.
  useEffect(() => {
    const explorer = content.current?.querySelector<HTMLElement>(".explorer");
    return explorer ? attachExplorer(explorer) : undefined;
  }, [search]);
  // Undefined on the first page: its payload has no data of server parts. PageHead then prints the
  // payload's meta instead of these texts.
  const view = place.store.peek("pedigree", place);
  const { title = "", description = "" } = view?.meta ?? {};
  return (
    <div ref={content}>
      <PageHead
        title={title}
        description={description}
        indexed={search === ""}
        missing={view === null}
      />
      <ServerPart />
    </div>
  );
}
