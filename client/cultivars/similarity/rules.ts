/** Numbers of the distance and of the choice by it; the page on the data prints them. */

/** What each term counts in the distance. */
export const weights = {
  uses: 3,
  days: 3,
  kinship: 2,
  maturity: 1,
  aroma: 1,
  resistances: 1,
  region: 0.5,
} as const;

export type TermName = keyof typeof weights;

const weightOfAll = Object.values(weights).reduce((sum, weight) => sum + weight, 0);

/** From so many days apart on, two records are as far from each other as can be. */
export const daysMost = 10;
/** Fewer days earlier or later are within the error of one site. */
export const daysLeast = 2;

/** Fewer terms that both state are no reason for a suggestion. */
export const termsLeast = 3;
/** Pairs with less weight in common only make up the least number: they share little knowledge. */
export const weightWanted = 5;

export const neighboursLeast = 3;
export const neighboursMost = 6;
/**
 * Above `closeMost` a record counts as similar only to make up the least number, above
 * `distanceMost` never.
 */
export const closeMost = 0.4;
export const distanceMost = 0.6;

/** Answers to one wish. */
export const answersMost = 3;

/** All numbers, as the page on the data prints them. */
export const similarityFigures = {
  ...weights,
  weightOfAll,
  daysMost,
  daysLeast,
  termsLeast,
  weightWanted,
  neighboursLeast,
  neighboursMost,
  closeMost,
  distanceMost,
  answersMost,
} as const;
