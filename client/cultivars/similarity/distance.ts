/** Distance of two records: a weighted mean over what both state, 0 for the same and 1 for the most different. */
import { commonDays, diseases, levelMost, maturities, type Profile } from "./profile.ts";
import { daysMost, type TermName, termsLeast, weights, weightWanted } from "./rules.ts";

/** Wright's coefficient of relationship of two records. */
export type Relationship = (a: string, b: string) => number;

/** `distance` is 0 to 1. */
export interface Term {
  readonly name: TermName;
  readonly distance: number;
  readonly weight: number;
}

/**
 * Returns the Jaccard distance of two lists of values, 0 for equal ones and 1 without a shared
 * value; null when one is empty.
 */
function jaccard(a: readonly string[], b: readonly string[]): number | null {
  if (a.length === 0 || b.length === 0) return null;
  const shared = a.filter((value) => b.includes(value)).length;
  return 1 - shared / (a.length + b.length - shared);
}

/**
 * Returns the distance of two records' days of the same event, 0 to 1; null unless both state such
 * days.
 */
function daysApart(a: Profile, b: Profile): number | null {
  const days = commonDays(a, b);
  return days && Math.min(Math.abs(days.own - days.other), daysMost) / daysMost;
}

/**
 * Returns the distance of two classes of harvest time, 0 to 1; null unless both records state one.
 */
function classesApart({ maturity: a }: Profile, { maturity: b }: Profile): number | null {
  return a === null || b === null ? null : Math.abs(a - b) / (maturities.length - 1);
}

/**
 * Returns the mean distance of the resistances that both records state, 0 to 1; null without any.
 */
function resistancesApart({ resistances: a }: Profile, { resistances: b }: Profile): number | null {
  const apart = diseases.flatMap((disease) => {
    const [one, other] = [a[disease], b[disease]];
    return one === undefined || other === undefined ? [] : [Math.abs(one - other) / levelMost];
  });
  if (apart.length === 0) return null;
  return apart.reduce((sum, one) => sum + one, 0) / apart.length;
}

/**
 * Returns how little two records are related, from 0 for the same plant to 1. Null if parents of
 * one are unknown and no relation is known.
 */
function measureUnrelatedness(a: Profile, b: Profile, relationship: Relationship): number | null {
  const coefficient = relationship(a.id, b.id);
  return coefficient > 0 || (a.hasParents && b.hasParents) ? 1 - coefficient : null;
}

/** Returns 0 for records of one region and 1 for others; null unless both state one. */
function regionsApart({ region: a }: Profile, { region: b }: Profile): number | null {
  if (a === null || b === null) return null;
  return a === b ? 0 : 1;
}

/** Returns the compared properties that both records state, each with distance and weight. */
export function termsOf(a: Profile, b: Profile, relationship: Relationship): readonly Term[] {
  const distances: Readonly<Record<TermName, number | null>> = {
    uses: jaccard(a.uses, b.uses),
    days: daysApart(a, b),
    kinship: measureUnrelatedness(a, b, relationship),
    maturity: classesApart(a, b),
    aroma: jaccard(a.aroma, b.aroma),
    resistances: resistancesApart(a, b),
    region: regionsApart(a, b),
  };
  const names: readonly TermName[] = [
    "uses",
    "days",
    "kinship",
    "maturity",
    "aroma",
    "resistances",
    "region",
  ];
  return names.flatMap((name) => {
    const distance = distances[name];
    return distance === null ? [] : [{ name, distance, weight: weights[name] }];
  });
}

/** Returns the sum of the weights. */
const weightOf = (terms: readonly Term[]) => terms.reduce((sum, { weight }) => sum + weight, 0);

/** Returns whether these compared properties are enough for a suggestion. */
export function areEnough(terms: readonly Term[]): boolean {
  return terms.length >= termsLeast;
}

/** Returns whether the compared properties weigh so little that better known pairs come first. */
export function areThin(terms: readonly Term[]): boolean {
  return weightOf(terms) < weightWanted;
}

/** Returns the weighted mean of the distances, 0 to 1; null without any. */
export function distanceOf(terms: readonly Term[]): number | null {
  if (terms.length === 0) return null;
  return terms.reduce((sum, term) => sum + term.weight * term.distance, 0) / weightOf(terms);
}
