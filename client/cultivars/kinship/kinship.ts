/** Coefficients of kinship by the tabular method (Emik and Terrill 1949) and of relationship (Wright 1922). */
import type { CountedEdges, Genealogy } from "../../contracts/genealogy.ts";
import { countedParents } from "./ancestors.ts";

export interface Kinship {
  /** Probability that two alleles, one drawn from each, are identical by descent; 0 to 1. */
  readonly kinship: (a: string, b: string) => number;
  /** Inbreeding of a record: the kinship of its parents; 0 to 1. */
  readonly inbreeding: (id: string) => number;
  /** Wright's coefficient of relationship; 0 to 1. */
  readonly relationship: (a: string, b: string) => number;
}

/** `all` counts ancestors behind plants without a record as well, as if they were its parents. */
type Lines = "known" | "all";

/** Returns the plant whose genotype a record has; a clone has that of the plant it arose on. */
export function genotypeOf(genealogy: Genealogy, id: string, counted: CountedEdges): string {
  const [only] = countedParents(genealogy, id, counted);
  return only?.clone ? genotypeOf(genealogy, only.id, counted) : id;
}

/** Returns functions for the genotypes of a record and of its parents, as ids of plants. */
function genotypesIn(genealogy: Genealogy, counted: CountedEdges, lines: Lines) {
  /** Returns the counted parents of a record. */
  const countedOf = (id: string) =>
    countedParents(genealogy, id, counted).filter(({ indirect }) => lines === "all" || !indirect);
  const genotype = (id: string) => genotypeOf(genealogy, id, counted);
  /** Returns the ids of the plants whose genotypes a record's parents have. */
  const parentsOf = (id: string) => countedOf(id).map((parent) => genotype(parent.id));
  return { genotype, parentsOf };
}

/**
 * Returns functions for the kinship of two records, the inbreeding of one, and the relationship of
 * two. `counted` says whether doubtful parents count, `lines` whether lines of unknown length do.
 * Unknown parents and native populations count as unrelated founders.
 */
export function kinshipIn(
  genealogy: Genealogy,
  counted: CountedEdges,
  lines: Lines = "known",
): Kinship {
  const generations = new Map<string, number>();
  const known = new Map<string, number>();
  const { genotype, parentsOf } = genotypesIn(genealogy, counted, lines);

  /** Returns how many generations a record is below the founders, by the longest way. */
  const generationOf = (id: string): number => {
    const stored = generations.get(id);
    if (stored !== undefined) return stored;
    const generation = Math.max(-1, ...parentsOf(id).map(generationOf)) + 1;
    generations.set(id, generation);
    return generation;
  };

  /** Returns the kinship of a plant's two parents; 0 unless both are known. */
  const ofParents = (id: string): number => {
    const [seed, pollen] = parentsOf(id);
    return seed === undefined || pollen === undefined ? 0 : ofGenotypes(seed, pollen);
  };

  /** Returns the kinship of two plants by the tabular method, over the younger one's parents. */
  const ofGenotypes = (a: string, b: string): number => {
    if (a === b) return (1 + ofParents(a)) / 2;
    const [older, younger] = generationOf(a) <= generationOf(b) ? [a, b] : [b, a];
    const key = `${older} ${younger}`;
    const stored = known.get(key);
    if (stored !== undefined) return stored;
    const sum = parentsOf(younger).reduce((total, parent) => total + ofGenotypes(older, parent), 0);
    known.set(key, sum / 2);
    return sum / 2;
  };

  const kinship = (a: string, b: string) => ofGenotypes(genotype(a), genotype(b));
  const inbreeding = (id: string) => ofParents(genotype(id));
  return {
    kinship,
    inbreeding,
    relationship: (a, b) =>
      (2 * kinship(a, b)) / Math.sqrt((1 + inbreeding(a)) * (1 + inbreeding(b))),
  };
}

/**
 * Returns the coefficient of relationship of two records by the lines of which each generation is
 * known; `isComplete` is false if other lines would change it.
 */
export function coefficientOf(
  genealogy: Genealogy,
  [a, b]: readonly [string, string],
  counted: CountedEdges,
): { readonly coefficient: number; readonly isComplete: boolean } {
  const known = kinshipIn(genealogy, counted);
  const all = kinshipIn(genealogy, counted, "all");
  const isComplete =
    known.kinship(a, b) === all.kinship(a, b) &&
    [a, b].every((id) => known.inbreeding(id) === all.inbreeding(id));
  return { coefficient: known.relationship(a, b), isComplete };
}
