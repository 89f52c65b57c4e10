/** The head of a page that shows the catalogue as a whole; its content is a server part. */
import { PageHead } from "../page/PageHead.tsx";
import { usePage } from "../page/PageContext.ts";
import { ServerPart } from "../page/ServerPart.tsx";

/** Pages of this component; the data of each is the query of the same name. */
const overviews = [
  "statistics",
  "timeline",
  "breeders",
  "breeder",
  "map",
  "prefecture",
  "calendar",
] as const;
type Overview = (typeof overviews)[number];

/**
 * Renders the head tags of a page such as statistics or the timeline, and its content, which is a
 * server part. A calendar of chosen cultivars or of one year is not indexed.
 */
export default function OverviewPage() {
  const place = usePage();
  const name = overviews.find((one): one is Overview => one === place.page) ?? "statistics";
  // Undefined on the first page: the payload has no data of a server part, but the head's meta.
  const view = place.store.peek(name, place);
  const { title = "", description = "" } = view?.meta ?? {};
  const isChosen = name === "calendar" && place.search !== "";
  return (
    <>
      <PageHead
        title={title}
        description={description}
        missing={view === null}
        {...(isChosen && { indexed: false })}
      />
      <ServerPart key={name} />
    </>
  );
}
