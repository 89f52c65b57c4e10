/** Renders the page of a cultivar, real or fake. */
import CultivarPage from "../../../client/cultivars/CultivarPage.tsx";
import type { CultivarView } from "../../../client/contracts/cultivar.ts";
import type { Language } from "../../../client/contracts/language.ts";
import type { PageReport } from "../../../client/page/PageContext.ts";
import { viewIn } from "../catalogue.ts";
import { draw } from "../renderPage.tsx";

export function drawRecord(
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
  const drawn = draw(<CultivarPage />, {
    page: "cultivar",
    language,
    params,
    path: `/cultivars/${id}`,
    report,
    preloaded: [{ query: "cultivar", params, data }],
  });
  return { ...drawn, report };
}

export function drawOne(language: Language, id: string) {
  return drawRecord(language, viewIn(language, id));
}

/** Text of an element without the marks of sources. */
export function textOf(element: Element | null | undefined): string {
  const copy = element?.cloneNode(true);
  if (!(copy instanceof Element)) return "";
  for (const mark of copy.querySelectorAll(".claim")) mark.remove();
  return (copy.textContent ?? "").replaceAll("\u2060", "");
}
