/** Values of a record in the filters of the list; made at build time. */
import type { EvidenceKind } from "../../../contracts/cultivar.ts";
import type { FacetName } from "../../../contracts/list/filters.ts";
import type { CultivarRecord } from "../records.ts";
import { registersOf } from "../registrations.ts";
import { aromaOf } from "./aroma.ts";
import { breederOf } from "./breeders.ts";
import { diseases, resistanceOf } from "./diseases.ts";

export const timings = ["earlier", "same", "later"] as const;
export const evidenceKinds: readonly EvidenceKind[] = [
  "breeder-record",
  "register",
  "list",
  "dna",
  "presumed",
  "disputed",
];

/**
 * Returns whether a record's picking, or else its bud break, is earlier or later than that of
 * Yabukita, or the same; null if unknown. `budding` has the days of the event that `buddingBasis`
 * names.
 */
function timingOf({ budding, otherHarvest }: CultivarRecord): (typeof timings)[number] | null {
  const days = otherHarvest?.basis === "pluck" ? otherHarvest.days : budding;
  if (days === null) return null;
  if (days === 0) return "same";
  return days < 0 ? "earlier" : "later";
}

/** Returns the decade of a year, such as "1990" of "1994"; null without a year. */
const decadeOf = (year: string) => (year === "" ? null : `${year.slice(0, -1)}0`);

export type Facets = Readonly<Record<FacetName, readonly string[]>>;

/** Returns the kinds of evidence for a record's parents and for the ancestors behind them. */
function evidenceOf({ parents }: CultivarRecord): readonly EvidenceKind[] {
  const evidence = parents.flatMap((parent) => [
    ...parent.evidence,
    ...Object.values(parent.ancestors).flat(),
  ]);
  const kinds = new Set(evidence.map(({ kind }) => kind));
  return evidenceKinds.filter((kind) => kinds.has(kind));
}

/** Returns a record's values of each filter; an empty list where the record does not state any. */
export function facetsOf(id: string, record: CultivarRecord): Facets {
  const { maturity, registrationYear } = record;
  const one = (value: string | null) => (value === null ? [] : [value]);
  const resistances = diseases.map((disease) => [disease, resistanceOf(id, record, disease)]);
  return {
    breeder: one(breederOf(record)),
    timing: one(timingOf(record)),
    maturity: one(maturity),
    decade: one(decadeOf(registrationYear)),
    register: registersOf(id).filter(Boolean),
    ...Object.fromEntries(resistances),
    aroma: aromaOf(record),
    evidence: evidenceOf(record),
  };
}
