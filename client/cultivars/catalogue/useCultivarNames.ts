/** What the cultivars are called. */
import type { CultivarNames } from "../../contracts/cultivar.ts";
import { usePageData } from "../../page/PageContext.ts";

export function useCultivarNames(): CultivarNames {
  return usePageData("cultivarNames");
}
