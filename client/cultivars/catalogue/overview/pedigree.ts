/** The page of the complete pedigree. */
import type { WholePedigree } from "../../../contracts/overview/pedigree.ts";
import { wholeDiagram } from "../../pedigree/layers/layers.ts";
import { cultivars } from "../records.ts";
import type { ViewMessages } from "../viewMessages.ts";

/** Returns the data of the page of the complete pedigree. */
export function wholePedigreeOf({ t }: ViewMessages): WholePedigree {
  return {
    meta: { title: t("pedigree.meta.title"), description: t("pedigree.meta.description") },
    diagram: wholeDiagram(cultivars),
  };
}
