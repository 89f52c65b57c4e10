/** Resistance to diseases as values of filters, from trait levels and the ratings of sources. */
import ratingTable from "../../../../shared/catalogue/resistance.json" with { type: "json" };
import type { Level } from "../../../contracts/cultivar.ts";
import type { DiseaseName } from "../../../contracts/list/filters.ts";
import { ratedTraits } from "../../../contracts/observations.ts";
import type { CultivarRecord } from "../records.ts";

export const diseases: readonly DiseaseName[] = ratedTraits.disease;

interface Rating {
  readonly trait: string;
  readonly level: Level;
}

// The host's strict reader validates the file; the compiler would infer plain strings for its literals.
const ratings: Readonly<Record<string, readonly Rating[]>> = JSON.parse(
  JSON.stringify(ratingTable),
);

const traitOf: Readonly<
  Partial<Record<DiseaseName, "anthracnoseResistance" | "grayBlightResistance">>
> = { anthracnose: "anthracnoseResistance", grayBlight: "grayBlightResistance" };

/**
 * Returns the levels of a record's resistance to a disease: that of its trait, else those in the
 * ratings of sources.
 */
export function resistanceOf(
  id: string,
  { traits }: CultivarRecord,
  disease: DiseaseName,
): readonly Level[] {
  const trait = traitOf[disease];
  const level = trait === undefined ? null : traits[trait];
  if (level !== null) return [level];
  const stated = (ratings[id] ?? []).filter((row) => row.trait === disease);
  return [...new Set(stated.map((row) => row.level))];
}
