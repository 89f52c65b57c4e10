/** Renders the page of a cultivar of the catalogue, or of a made-up one. */
import CultivarPage from "../../../client/cultivars/CultivarPage.tsx";
import type { CultivarView } from "../../../client/contracts/cultivar.ts";
import type { Language } from "../../../client/contracts/language.ts";
import type { PageReport } from "../../../client/page/PageContext.ts";
import { viewIn } from "../catalogue.ts";
import { renderInPage } from "../renderPage.tsx";

export function renderCultivar(
  language: Language,
  data: CultivarView | null,
  id = data?.id ?? "fictional",
) {
  const report: PageReport = {
    status: 200,
    title: "",
    description: "",
    canonical: undefined,
    isListed: false,
  };
  const params = { id };
  const rendered = renderInPage(<CultivarPage />, {
    page: "cultivar",
    language,
    params,
    path: `/cultivars/${id}`,
    report,
    preloaded: [{ query: "cultivar", params, data }],
  });
  return { ...rendered, report };
}

export function renderCultivarById(language: Language, id: string) {
  return renderCultivar(language, viewIn(language, id));
}

/** Returns the text of an element without the marks of sources. */
export function textOf(element: Element | null | undefined): string {
  const copy = element?.cloneNode(true);
  if (!(copy instanceof Element)) return "";
  for (const mark of copy.querySelectorAll(".claim")) mark.remove();
  return (copy.textContent ?? "").replaceAll("\u2060", "");
}
