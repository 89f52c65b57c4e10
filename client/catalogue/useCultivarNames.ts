/** What the cultivars are called; kept, like all that a page reads, under the page's own parameters. */
import type { CultivarNames } from "../contracts/cultivar.ts";
import { usePage, usePageData } from "../page/PageContext.ts";

export function useCultivarNames(): CultivarNames {
  const { params } = usePage();
  return usePageData("cultivarNames", params);
}
