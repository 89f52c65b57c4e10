/** When two records are said to agree or to differ in a compared property. */
import type { Term } from "./distance.ts";
import { daysLeast, daysMost, type TermName } from "./rules.ts";

type Test = (distance: number) => boolean;

const daysApart = daysLeast / daysMost;
const kinLeast = 0.125;

/** Returns whether more than half of the values of both are in common. */
const overlaps: Test = (distance) => distance < 0.5;
/** Returns whether the two are the same in a property. */
const isSame: Test = (distance) => distance === 0;
/** Returns whether the two are not the same in a property. */
const isOther: Test = (distance) => distance > 0;

/** Returns whether a coefficient of relationship makes two records close kin: an eighth at least. */
export const areKin = (relationship: number) => relationship >= kinLeast;

/** When two records agree in a property; neighbouring classes of harvest time do not. */
const agreements: Readonly<Record<TermName, Test>> = {
  uses: overlaps,
  days: (distance) => distance < daysApart,
  kinship: (distance) => areKin(1 - distance),
  maturity: isSame,
  aroma: overlaps,
  resistances: isSame,
  region: isSame,
};

/** When two records differ in a property; in aroma only if they share no word. */
const differences: Readonly<Record<TermName, Test>> = {
  uses: isOther,
  days: (distance) => distance >= daysApart,
  kinship: (distance) => !areKin(1 - distance),
  maturity: isOther,
  aroma: (distance) => distance === 1,
  resistances: isOther,
  region: isOther,
};

/** Returns whether two records are near enough in a compared property to name an agreement. */
export function agrees({ name, distance }: Term): boolean {
  return agreements[name](distance);
}

/** Returns whether two records are far enough apart in a compared property to name a difference. */
export function differs({ name, distance }: Term): boolean {
  return differences[name](distance);
}
