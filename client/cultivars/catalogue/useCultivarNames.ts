/** Names of the cultivars by id. */
import type { CultivarNames } from "../../contracts/cultivar.ts";
import { usePageData } from "../../page/PageContext.ts";

export function useCultivarNames(): CultivarNames {
  return usePageData("cultivarNames");
}
