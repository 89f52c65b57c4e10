/** Lineages of a record, as its page shows them; made at build time. */
import type { LineageView } from "../../../contracts/cultivar.ts";
import type { Language } from "../../../contracts/language.ts";
import type { Diagrams } from "../../../contracts/pedigree.ts";
import { drawnEvidence, knownBehind } from "../../pedigree/records.ts";
import { cultivarNamed, lineageGroups, lineageNamed, recordOf } from "../records.ts";
import type { ViewMessages } from "../viewMessages.ts";

/** Returns whether a lineage group bears the name of this record, which is then its founder. */
function isNamedAfter(id: string, code: string): boolean {
  return lineageGroups[code]?.nameJa === recordOf(id).nameJa;
}

/**
 * Returns the ids of the shortest line of descent to the record, from the group's founder or else
 * from an ancestor without a parent in the group.
 */
function descentOf(id: string, code: string): readonly string[] {
  // A queue that grows in the loop: shorter ways come first.
  const ways: (readonly string[])[] = [[id]];
  for (const way of ways) {
    const top = way[0] ?? id;
    if (isNamedAfter(top, code)) return way;
    const record = recordOf(top);
    const up = record.parents.flatMap(knownBehind);
    for (const parent of up)
      if (recordOf(parent).lineage.includes(code)) ways.push([parent, ...way]);
    const isTop = !up.some((parent) => recordOf(parent).lineage.includes(code));
    if (isTop) return way;
  }
  return [];
}

/**
 * Returns a callback of `map` for the ids of a line of descent: the name of each, and the evidence
 * that the id before it is its parent, if diagrams mark it (`drawnEvidence`).
 */
function stepNamed(language: Language) {
  return (id: string, place: number, steps: readonly string[]) => {
    const above = steps[place - 1] ?? "";
    const parent = recordOf(id).parents.find((one) => knownBehind(one).includes(above));
    const evidence = parent && drawnEvidence(parent.ancestors[above] ?? parent.evidence);
    return { ...cultivarNamed(id, language), ...(evidence ? { evidence } : {}) };
  };
}

/**
 * Returns one lineage of a record: its name, the line of descent, empty for code x (no group), and
 * the picture of the group, if it has one.
 */
export function lineageViewOf(
  id: string,
  code: string,
  words: ViewMessages,
  drawings: Diagrams,
): LineageView {
  const { language } = words;
  const picture = drawings.pictures[code];
  return {
    ...lineageNamed(code, language),
    leads: isNamedAfter(id, code),
    ...(recordOf(id).doubtfulLineage?.includes(code) && { isDoubtful: true }),
    descent: code === "x" ? [] : descentOf(id, code).map(stepNamed(language)),
    image: picture
      ? { src: `/images/${picture.file}`, width: picture.width, height: picture.height }
      : null,
  };
}
