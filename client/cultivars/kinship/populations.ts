/** Descent from native populations, which are many plants and no ancestors that kinship counts. */
import type { CountedEdges, Genealogy } from "../../contracts/genealogy.ts";
import { entryOf } from "./ancestors.ts";
import { genotypeOf } from "./kinship.ts";
import { doubtOf, generationsOf, type Line, linesUp, orGreat } from "./lines.ts";

/**
 * Returns the lines from a record up to a population, the shortest first: one over each plant that
 * was selected from it, of the record and its ancestors.
 */
export function linesToPopulation(
  genealogy: Genealogy,
  [id, population]: readonly [string, string],
  counted: CountedEdges,
): readonly Line[] {
  const lines = [...linesUp(genealogy, id, counted)].flatMap(([plant, { ids, steps }]) =>
    (entryOf(genealogy, plant).populations ?? [])
      .filter((origin) => origin.id === population)
      .filter(({ support }) => counted === "all" || support === "recorded")
      .map(({ support }): Line => {
        const last = { from: plant, to: population, support, indirect: false };
        return { ids: [...ids, population], steps: [...steps, last] };
      }),
  );
  const length = (line: Line) => orGreat(generationsOf(line));
  return lines.sort((a, b) => length(a) - length(b) || doubtOf(a) - doubtOf(b));
}

/**
 * Returns the fields in which a relation differs when one of the two is a population: no
 * coefficient, and the name and the line of descent, if one is known. Undefined if neither is a
 * population.
 */
export function relationToPopulation(
  genealogy: Genealogy,
  [a, b]: readonly [string, string],
  counted: CountedEdges,
) {
  const population = [a, b].find((id) => entryOf(genealogy, id).isPopulation);
  if (population === undefined) return undefined;
  const uncomputed = { coefficient: 0, isComplete: false } as const;
  const id = population === a ? b : a;
  const lines = linesToPopulation(genealogy, [id, population], counted);
  const [line] = lines;
  if (line === undefined) return uncomputed;
  const plant = genotypeOf(genealogy, id, counted);
  const selected = lines.flatMap(({ ids }) => ids.slice(-2, -1));
  const reversed = [...line.ids].reverse();
  const isDown = population === a;
  return {
    ...uncomputed,
    name: selected.includes(plant) ? "selected" : "selectedAncestor",
    subjects: [plant, population],
    nearest: selected,
    up: isDown ? [population] : line.ids,
    down: isDown ? reversed : [population],
    steps: isDown ? [...line.steps].reverse() : line.steps,
  } as const;
}
