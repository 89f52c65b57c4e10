/** The part of a record that similarity compares. */
import { type DiseaseName, facetGroups, type Level, otherValue } from "../../contracts/cultivar.ts";
import type { Facets } from "../catalogue/facets/values.ts";
import type { CultivarRecord } from "../catalogue/records.ts";
import { regionOf } from "./regions.ts";

export const maturities = ["very-early", "early", "mid", "late", "very-late"] as const;
export const diseases: readonly DiseaseName[] = facetGroups.resistance;

/** From the least resistant to the most. */
const levels: readonly string[] = ["low", "medium", "high"] satisfies readonly Level[];
export const levelMost = levels.length - 1;

export interface Profile {
  readonly id: string;
  readonly uses: readonly string[];
  /** Days from Yabukita, and which event was compared. */
  readonly days: { readonly count: number; readonly basis: "bud" | "pluck" } | null;
  /** Place among the five classes, 0 to 4. */
  readonly maturity: number | null;
  /** Words of the list's filter. */
  readonly aroma: readonly string[];
  /** From 0 to 2; the mean where sources differ. */
  readonly resistances: Readonly<Partial<Record<DiseaseName, number>>>;
  /** From 0 to 2. */
  readonly coldHardiness: number | null;
  readonly region: string | null;
  readonly hasParents: boolean;
}

/** Returns the rank of a level as a number; higher levels have higher ranks. */
const rankOf = (level: string) => levels.indexOf(level);

/** Returns the mean rank of the stated levels. */
function meanRank(stated: readonly string[]): number {
  return stated.reduce((sum, level) => sum + rankOf(level), 0) / stated.length;
}

/**
 * Returns the part of a record that similarity compares. `facets` are the record's values in the
 * filters of the list; aroma and resistances come from there.
 */
export function profileOf(id: string, record: CultivarRecord, facets: Facets): Profile {
  const { budding, buddingBasis, maturity, traits } = record;
  const classes: readonly string[] = maturities;
  const place = classes.indexOf(maturity ?? "");
  const resistances = diseases.flatMap((disease) => {
    const stated = facets[disease];
    return stated.length === 0 ? [] : [[disease, meanRank(stated)] as const];
  });
  return {
    id,
    uses: record.uses,
    days:
      budding === null || buddingBasis === null ? null : { count: budding, basis: buddingBasis },
    maturity: place < 0 ? null : place,
    aroma: facets.aroma.filter((word) => word !== otherValue),
    resistances: Object.fromEntries(resistances),
    coldHardiness: traits.coldHardiness === null ? null : rankOf(traits.coldHardiness),
    region: regionOf(record.originEn),
    hasParents: record.parents.length > 0,
  };
}
