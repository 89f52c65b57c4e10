/** Parents and lineages of one record as values of a comparison. */
import type { CultivarView, LineageView } from "../../contracts/cultivar.ts";
import { disputesOfParent } from "../claims/parentDisputes.ts";
import type { Item, Words } from "./rows.ts";
import type { SourceNumbers } from "./SourceNumbers.ts";

/** Returns the parents of a record, each with its role, its evidence in words and its claims. */
export function parentItems(
  { parents, disputes, sources }: CultivarView,
  { language, t }: Words,
  numbers: SourceNumbers,
): readonly Item[] {
  return parents.map(({ id, isClone, name, role, evidence, known }) => {
    const kind = isClone ? "budSport" : (role ?? "none");
    return {
      key: `${kind} ${id ?? name}`,
      text: name,
      id,
      role: t(`cultivar.role.${kind}`),
      remark: known.map(({ text }) => text).join(language === "ja" ? "、" : "; "),
      claims: evidence.map((claim) => numbers.numbered(claim, sources)),
      values: disputesOfParent(disputes.parents, role),
    };
  });
}

/** Returns the lineages of a record; a remark says of each whether it holds by doubtful parents alone. */
export function lineageItems(lineages: readonly LineageView[], { t }: Words): readonly Item[] {
  return lineages.map(({ id, name, isDoubtful }) => ({
    key: isDoubtful ? `${id} doubtful` : id,
    text: name,
    ...(isDoubtful && { remark: t("comparison.lineage.doubtful") }),
  }));
}
