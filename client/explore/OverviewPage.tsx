/** The head of a page that shows the catalogue as a whole; its content is a server part. */
import { PageHead } from "../page/PageHead.tsx";
import { type Page, usePage } from "../page/PageContext.ts";
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

/** First word of the messages about an unknown id, as on the host. */
const unknown = { breeder: "breeders", prefecture: "prefectures" } as const;

/** Returns title and description of the page's data; of an unknown id those of a missing page. */
function headTextsOf(name: Overview, { store, t, ...place }: Page) {
  // Undefined on the first page: its payload has no data of server parts. PageHead then prints the
  // payload's meta instead of these texts.
  const view = store.peek(name, place);
  if (view === null && (name === "breeder" || name === "prefecture")) {
    const messages = unknown[name];
    return { title: t(`${messages}.unknown.title`), description: t(`${messages}.unknown.body`) };
  }
  return view?.meta ?? { title: "", description: "" };
}

/**
 * Returns whether the page is not indexed: a calendar of chosen cultivars or of one year, and a
 * prefecture that only posts mention.
 */
function isUnlisted(name: Overview, { store, ...place }: Page): boolean {
  if (name === "calendar") return place.search !== "";
  return name === "prefecture" && store.peek(name, place)?.view.isInCatalogue === false;
}

/**
 * Renders the head tags of a page such as statistics or the timeline, and its content, which is a
 * server part.
 */
export default function OverviewPage() {
  const place = usePage();
  const name = overviews.find((one): one is Overview => one === place.page) ?? "statistics";
  const { title, description } = headTextsOf(name, place);
  return (
    <>
      <PageHead
        title={title}
        description={description}
        missing={place.store.peek(name, place) === null}
        {...(isUnlisted(name, place) && { indexed: false })}
      />
      <ServerPart key={name} />
    </>
  );
}
