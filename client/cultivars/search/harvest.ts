/** Days of bud break and of picking, the two events of the first flush, from Yabukita. */
import type { CultivarSummary, Harvest } from "../../contracts/cultivar.ts";

type Dated = Pick<CultivarSummary, "id" | "harvest" | "otherHarvest">;

/** The reference of both events; its record states one of them. */
export const standard = "yabukita";

/**
 * Returns the days of one event, bud break or picking, from whichever of a record's two fields has
 * it; null if neither has.
 */
export function harvestOn(
  { harvest, otherHarvest }: Pick<Dated, "harvest" | "otherHarvest">,
  basis: Harvest["basis"],
): Harvest | null {
  return [harvest, otherHarvest].find((one) => one?.basis === basis) ?? null;
}

/** Returns the days that a record states: of picking, which lists sort by, before bud break. */
export function harvestsOf(record: Pick<Dated, "harvest" | "otherHarvest">): readonly Harvest[] {
  return (["pluck", "bud"] as const).flatMap((basis) => harvestOn(record, basis) ?? []);
}

/**
 * Returns the days at which a record stands among the days of one event: its own, or those of
 * Yabukita, the reference, for either event; null if unknown.
 */
export function comparedHarvest(record: Dated, basis: Harvest["basis"]): Harvest | null {
  const { id, harvest } = record;
  return id === standard && harvest ? { ...harvest, basis } : harvestOn(record, basis);
}

/** Returns the days that lists sort by: of picking, or of bud break where picking is not known. */
export function sortedHarvest(record: Dated): Harvest | null {
  return comparedHarvest(record, "pluck") ?? comparedHarvest(record, "bud");
}
