/** Two to four records side by side; with fewer the page is a form that chooses them. */
import { useEffect } from "react";
import { listFormat } from "../../language/lists.ts";
import { PageHead } from "../../page/PageHead.tsx";
import { type Page, usePage, usePageData } from "../../page/PageContext.ts";
import { ServerPart } from "../../page/ServerPart.tsx";
import { Phrases } from "../../page/text/Phrases.tsx";
import { useClaimNotes } from "../claims/useClaimNotes.ts";
import { choiceOf } from "./ids.ts";
import "./Comparison.css";

/**
 * Returns title and description of the page: of the comparison, or of the form for fewer than two
 * records.
 */
function headOf({ language, t }: Page, names: readonly string[]) {
  const part = names.length > 1 ? "meta" : "choose";
  const joined = { names: listFormat(language).format(names) };
  return {
    title: t(`comparison.${part}.title`, joined),
    description: t(`comparison.${part}.description`, joined),
  };
}

/**
 * Renders the comparison of the records in the address, and stores them as the choice of this tab.
 * The table, or the form for fewer than two records, is the part that the server renders.
 */
export default function ComparePage() {
  const page = usePage();
  const names = usePageData("cultivarNames");
  const { compared } = choiceOf(page.search, names);
  const head = headOf(
    page,
    compared.map((id) => names[id]?.name ?? id),
  );
  const key = compared.join(",");
  useClaimNotes();
  // Later pages offer the choice of this one.
  useEffect(() => {
    const keep = async () =>
      (await import("../choice/ChoiceBar.ts")).openChoiceBar().choose(key.split(","));
    if (key !== "") keep().catch(() => undefined);
  }, [key]);
  return (
    <article className="comparison">
      <PageHead {...head} query={compared.length > 1 ? `?ids=${key}` : ""} />
      <h1>
        <Phrases text={head.title} />
      </h1>
      <ServerPart />
    </article>
  );
}
