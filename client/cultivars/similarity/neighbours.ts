/** The records most similar to one, and those that differ from it in one wanted way. */
import {
  areEnough,
  distanceOf,
  type Relationship,
  type Term,
  type TermName,
  termsOf,
} from "./distance.ts";
import type { Profile } from "./profile.ts";

export interface Neighbour {
  readonly id: string;
  /** 0 to 1. */
  readonly distance: number;
  readonly terms: readonly Term[];
}

const neighboursLeast = 3;
const neighboursMost = 6;
// Beyond the first a record is called similar only to make up the least number, beyond the second never.
const closeMost = 0.4;
const distanceMost = 0.6;

export const wishes = ["earlier", "later", "hardier", "matcha"] as const;
export type Wish = (typeof wishes)[number];

/** The terms that a wish asks to differ. */
export const changedBy: Readonly<Record<Wish, readonly TermName[]>> = {
  earlier: ["days", "maturity"],
  later: ["days", "maturity"],
  hardier: [],
  matcha: ["uses"],
};

// Fewer days are within the error of one site.
const daysLeast = 2;
const levels = ["low", "medium", "high"];

/** Returns the days, or classes where no days of the same event are known, by which b is later than a. */
function laterBy(a: Profile, b: Profile): number {
  if (a.days !== null && b.days !== null && a.days.basis === b.days.basis) {
    const days = b.days.count - a.days.count;
    return Math.abs(days) < daysLeast ? 0 : days;
  }
  return a.maturity === null || b.maturity === null ? 0 : b.maturity - a.maturity;
}

function isHardier({ coldHardiness: a }: Profile, { coldHardiness: b }: Profile): boolean {
  return a !== null && b !== null && levels.indexOf(b) > levels.indexOf(a);
}

function fulfils(wish: Wish, a: Profile, b: Profile): boolean {
  if (wish === "earlier") return laterBy(a, b) < 0;
  if (wish === "later") return laterBy(a, b) > 0;
  if (wish === "hardier") return isHardier(a, b);
  return !a.uses.includes("matcha") && b.uses.includes("matcha");
}

function nearest(neighbours: readonly Neighbour[]): readonly Neighbour[] {
  return [...neighbours].sort((a, b) => a.distance - b.distance || (a.id < b.id ? -1 : 1));
}

/** Measures the distance of the subject from the others that state enough, leaving out terms. */
function measured(
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

/** Lists three to six records, the nearest first; fewer when little is known. */
export function neighboursOf(
  subject: Profile,
  others: readonly Profile[],
  relationship: Relationship,
): readonly Neighbour[] {
  return nearest(measured(subject, others, { relationship }))
    .slice(0, neighboursMost)
    .filter(
      ({ distance }, place) => distance <= (place < neighboursLeast ? distanceMost : closeMost),
    );
}

const answersMost = 3;

/** Lists the nearest records that differ in the wanted way, compared in all others; at most three. */
export function wishedFor(
  wish: Wish,
  subject: Profile,
  others: readonly Profile[],
  relationship: Relationship,
): readonly Neighbour[] {
  const fitting = others.filter((other) => fulfils(wish, subject, other));
  return nearest(measured(subject, fitting, { relationship, without: changedBy[wish] }))
    .filter(({ distance }) => distance <= distanceMost)
    .slice(0, answersMost);
}
