/** The part of a record that similarity compares. */
import type { Harvest, Level } from "../../contracts/cultivar.ts";
import { type DiseaseName, facetGroups, otherValue } from "../../contracts/list/filters.ts";
import type { Facets } from "../catalogue/facets/values.ts";
import type { CultivarRecord } from "../catalogue/records.ts";
import { regionOf } from "./regions.ts";

export const maturities = ["very-early", "early", "mid", "late", "very-late"] as const;
export const diseases: readonly DiseaseName[] = facetGroups.resistance;

/** The reference of the days. */
const standard = "yabukita";

/** From the least resistant to the most. */
const levels: readonly string[] = ["low", "medium", "high"] satisfies readonly Level[];
export const levelMost = levels.length - 1;

export interface Profile {
  readonly id: string;
  readonly uses: readonly string[];
  /** Days from Yabukita by event; 0 for both of Yabukita itself. */
  readonly days: Readonly<Partial<Record<Harvest["basis"], number>>>;
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
 * Returns the days from Yabukita of each event that a record states; 0 for both events of Yabukita,
 * the reference, whose record states one.
 */
function daysOf(id: string, record: CultivarRecord): Profile["days"] {
  if (id === standard) return { bud: 0, pluck: 0 };
  const { budding, buddingBasis, otherHarvest } = record;
  return {
    ...(budding !== null && buddingBasis !== null && { [buddingBasis]: budding }),
    ...(otherHarvest && { [otherHarvest.basis]: otherHarvest.days }),
  };
}

/** Two records' days from Yabukita of one event. */
interface CommonDays {
  readonly basis: Harvest["basis"];
  readonly own: number;
  readonly other: number;
}

/**
 * Returns the days of an event that both records state, of picking where both state both; null
 * without such an event.
 */
export function commonDays({ days: a }: Profile, { days: b }: Profile): CommonDays | null {
  for (const basis of ["pluck", "bud"] as const) {
    const [own, other] = [a[basis], b[basis]];
    if (own !== undefined && other !== undefined) return { basis, own, other };
  }
  return null;
}

/**
 * Returns the part of a record that similarity compares. `facets` are the record's values in the
 * filters of the list; aroma and resistances come from there.
 */
export function profileOf(id: string, record: CultivarRecord, facets: Facets): Profile {
  const { maturity, traits } = record;
  const classes: readonly string[] = maturities;
  const place = classes.indexOf(maturity ?? "");
  const resistances = diseases.flatMap((disease) => {
    const stated = facets[disease];
    return stated.length === 0 ? [] : [[disease, meanRank(stated)] as const];
  });
  return {
    id,
    uses: record.uses,
    days: daysOf(id, record),
    maturity: place < 0 ? null : place,
    aroma: facets.aroma.filter((word) => word !== otherValue),
    resistances: Object.fromEntries(resistances),
    coldHardiness: traits.coldHardiness === null ? null : rankOf(traits.coldHardiness),
    region: regionOf(record.originEn),
    hasParents: record.parents.length > 0,
  };
}
