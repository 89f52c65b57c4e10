/** The result of the list as a compact table, or along one line of days from Yabukita. */
import { dayInJapan } from "../../language/partialDates.ts";
import { useQuery } from "../../page/address.ts";
import { usePage, usePageData } from "../../page/PageContext.ts";
import { searchCatalogue, stateOf } from "../search/catalogueSearch.ts";
import { DataLinks } from "./DataLinks.tsx";
import { ResultRuler } from "./ResultRuler.tsx";
import { ResultTable } from "./ResultTable.tsx";
import "./ResultViews.css";

/**
 * Renders the found records as table or ruler, with links to their open data. The worker renders it
 * on the first page; later pages load the code.
 */
export default function ResultViews() {
  const { language, now, store } = usePage();
  const index = usePageData("catalogueIndex");
  const state = stateOf(useQuery(), index);
  const find = store.peek("findEntries", { language, params: {} });
  const written = store.peek("postsByCultivar", { language, params: {} });
  const { found } = searchCatalogue(index, state, { find, written, today: dayInJapan(now) });
  if (found.length === 0) return null;
  const isWhole = found.length === index.cultivars.length;
  return (
    <>
      {state.view === "table" ? (
        <ResultTable found={found} state={state} />
      ) : (
        <ResultRuler found={found} basis={state.view === "pluck" ? "pluck" : "bud"} />
      )}
      <DataLinks ids={isWhole ? [] : found.map(({ id }) => id)} />
    </>
  );
}
