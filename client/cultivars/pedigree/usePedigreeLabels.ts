/** Labels of line styles and of signs on lines. */
import type { EdgeEvidence, EdgeRole } from "../../contracts/pedigree.ts";
import { usePage } from "../../page/PageContext.ts";

/** Returns the labels of line styles and of signs on lines, for the legend of a diagram. */
export function usePedigreeLabels(): Readonly<Record<EdgeRole | EdgeEvidence, string>> {
  const { t } = usePage();
  return {
    seed: t("cultivar.diagram.seed"),
    pollen: t("cultivar.diagram.pollen"),
    selection: t("cultivar.diagram.selection"),
    indirect: t("cultivar.diagram.indirect"),
    dna: t("cultivar.diagram.dna"),
    list: t("cultivar.diagram.list"),
    presumed: t("cultivar.diagram.presumed"),
    disputed: t("cultivar.diagram.disputed"),
  };
}
