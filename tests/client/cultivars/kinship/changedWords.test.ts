/** Texts of a relation that change if doubtful parents count; none if the shown text stays the same. */
import { expect, test } from "vitest";
import { changedWords } from "../../../../client/cultivars/kinship/useRelationWords.ts";
import type { Relation } from "../../../../client/cultivars/kinship/relation.ts";

const texts = {
  sentence: ({ name }: Relation) => `are ${name}`,
  coefficient: ({ coefficient }: Relation) => `${coefficient}`,
};

const relation: Relation = {
  name: "none",
  subjects: ["a", "b"],
  generations: 0,
  up: [],
  down: [],
  steps: [],
  ancestors: [],
  nearest: [],
  besides: [],
  coefficient: 0,
  isComplete: true,
};

test.each([
  ["the sentence", { name: "clones" }, { sentence: "are clones", value: "0" }],
  ["the coefficient", { coefficient: 0.5 }, { sentence: "are none", value: "0.5" }],
  ["the line alone", { up: ["a"] }, null],
] as const)("another %s", (_name, difference, shown) => {
  expect(changedWords(texts, { other: { ...relation, ...difference }, relation })).toEqual(shown);
});
