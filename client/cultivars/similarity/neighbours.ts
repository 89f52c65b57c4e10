/** The records most similar to one, and those that differ from it in one wanted way. */
import {
  areEnough,
  areThin,
  distanceOf,
  type Relationship,
  type Term,
  termsOf,
} from "./distance.ts";
import { commonDays, type Profile } from "./profile.ts";
import {
  answersMost,
  closeMost,
  daysLeast,
  distanceMost,
  neighboursLeast,
  neighboursMost,
  type TermName,
} from "./rules.ts";

export interface Neighbour {
  readonly id: string;
  /** 0 to 1. */
  readonly distance: number;
  readonly terms: readonly Term[];
}

export const wishes = [
  "earlier",
  "later",
  "hardier",
  "matcha",
  "earlierMatcha",
  "laterMatcha",
] as const;
export type Wish = (typeof wishes)[number];

/** The terms that a wish asks to differ. */
export const changedBy: Readonly<Record<Wish, readonly TermName[]>> = {
  earlier: ["days", "maturity"],
  later: ["days", "maturity"],
  hardier: [],
  matcha: ["uses"],
  earlierMatcha: ["days", "maturity"],
  laterMatcha: ["days", "maturity"],
};

/**
 * Returns by how many days b is later than a, negative if earlier; by how many classes of harvest
 * time where no days of the same event are known. 0 where neither is known, and for fewer than two
 * days, which are within the error of one site.
 */
function laterBy(a: Profile, b: Profile): number {
  const common = commonDays(a, b);
  if (common !== null) {
    const days = common.other - common.own;
    return Math.abs(days) < daysLeast ? 0 : days;
  }
  return a.maturity === null || b.maturity === null ? 0 : b.maturity - a.maturity;
}

/** Returns whether b shares a use with a, or a has no use on record. */
function keepsUse({ uses: a }: Profile, { uses: b }: Profile): boolean {
  return a.length === 0 || a.some((use) => b.includes(use));
}

/** Returns whether a record is suitable for matcha. */
const suitsMatcha = ({ uses }: Profile) => uses.includes("matcha");

type Fulfils = (a: Profile, b: Profile) => boolean;

const fulfilments: Readonly<Record<Wish, Fulfils>> = {
  earlier: (a, b) => laterBy(a, b) < 0 && keepsUse(a, b),
  later: (a, b) => laterBy(a, b) > 0 && keepsUse(a, b),
  hardier: ({ coldHardiness: a }, { coldHardiness: b }) => a !== null && b !== null && b > a,
  matcha: (a, b) => !suitsMatcha(a) && suitsMatcha(b),
  earlierMatcha: (a, b) => laterBy(a, b) < 0 && suitsMatcha(a) && suitsMatcha(b),
  laterMatcha: (a, b) => laterBy(a, b) > 0 && suitsMatcha(a) && suitsMatcha(b),
};

/**
 * Returns the records within the greatest distance, the nearest first; pairs of which little is
 * known come after the others. Used for similar records and for those that fulfil a wish.
 */
function sortNearest(neighbours: readonly Neighbour[]): readonly Neighbour[] {
  const thin = ({ terms }: Neighbour) => Number(areThin(terms));
  return neighbours
    .filter(({ distance }) => distance <= distanceMost)
    .sort((a, b) => thin(a) - thin(b) || a.distance - b.distance || (a.id < b.id ? -1 : 1));
}

/**
 * Returns the distance of the subject from each other record that states enough. The properties in
 * `without`, which a wish asks to differ, do not count in the distance, but are among the returned
 * terms.
 */
function measureAll(
  subject: Profile,
  others: readonly Profile[],
  { relationship, without = [] }: { relationship: Relationship; without?: readonly TermName[] },
): readonly Neighbour[] {
  return others.flatMap((other) => {
    if (other.id === subject.id) return [];
    const all = termsOf(subject, other, relationship);
    if (!areEnough(all)) return [];
    const terms = all.filter(({ name }) => !without.includes(name));
    const distance = distanceOf(terms);
    return distance === null ? [] : [{ id: other.id, distance, terms: all }];
  });
}

/**
 * Returns three to six similar records, the nearest first; fewer when little is known. From the
 * fourth on, they must be closer and better known.
 */
export function neighboursOf(
  subject: Profile,
  others: readonly Profile[],
  relationship: Relationship,
): readonly Neighbour[] {
  return sortNearest(measureAll(subject, others, { relationship }))
    .slice(0, neighboursMost)
    .filter(
      ({ distance, terms }, place) =>
        place < neighboursLeast || (distance <= closeMost && !areThin(terms)),
    );
}

/**
 * Returns at most three records that differ from the subject in the wished way, the nearest in all
 * other properties first.
 */
export function wishedFor(
  wish: Wish,
  subject: Profile,
  others: readonly Profile[],
  relationship: Relationship,
): readonly Neighbour[] {
  const fitting = others.filter((other) => fulfilments[wish](subject, other));
  return sortNearest(
    measureAll(subject, fitting, { relationship, without: changedBy[wish] }),
  ).slice(0, answersMost);
}
