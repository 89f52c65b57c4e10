/** How many cultivars and other records a lineage has. */
import type { LineageSummary } from "../../contracts/lineage.ts";
import { factsText } from "../../language/facts.ts";
import { usePage } from "../../page/PageContext.ts";

/** Renders how many cultivars and other records a lineage has. */
export function LineageCounts({ cultivars, others }: Pick<LineageSummary, "cultivars" | "others">) {
  const { language, t } = usePage();
  const counts = [
    t("lineage.cultivars", { count: cultivars }),
    ...(others > 0 ? [t("lineage.others", { count: others })] : []),
  ];
  return <p className="lineage-counts">{factsText(counts, language)}</p>;
}
