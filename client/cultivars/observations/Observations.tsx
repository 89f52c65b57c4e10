/** What sources observed on a cultivar: rights, dates, ratings, contents, areas and disagreements. */
import type { ObservationsView } from "../../contracts/observations.ts";
import { dayInJapan } from "../../language/partialDates.ts";
import { useFragment } from "../../page/fragments.ts";
import { usePage, usePageData } from "../../page/PageContext.ts";
import { Composition } from "./Composition.tsx";
import { Conflicts } from "./Conflicts.tsx";
import { History } from "./History.tsx";
import { PlantedArea } from "./PlantedArea.tsx";
import { Ratings } from "./Ratings.tsx";
import { Rights } from "./Rights.tsx";
import { Timing } from "./Timing.tsx";
import "./Observations.css";

interface ObservationsProps {
  readonly view: ObservationsView;
  readonly today: string;
}

/** Renders all sections in their order. */
function Sections({ view, today }: ObservationsProps) {
  return (
    <>
      <Rights view={view} today={today} />
      <Timing view={view} />
      <Ratings view={view} />
      <Composition view={view} />
      <PlantedArea view={view} />
      <Conflicts view={view} />
      <History view={view} />
    </>
  );
}

/** Renders the sections as a fragment, whose HTML the worker caches. */
function ObservationsOf(props: ObservationsProps) {
  const inside = useFragment(<Sections {...props} />);
  return <div className="observations" {...inside} />;
}

/** Renders the observations of the page's record, with statuses as of today in Japan. */
export default function Observations() {
  const { now, params } = usePage();
  const view = usePageData("observations", { id: params.id ?? "" });
  return view && <ObservationsOf view={view} today={dayInJapan(now)} />;
}
