/** Marking of differences: order is ignored, and an unknown value differs from none. */
import { expect, test } from "vitest";
import {
  differencesFromMost,
  differenceOf,
  isShared,
} from "../../../../client/cultivars/comparison/difference.ts";

test.each([
  [[["a"], ["a"]], "same"],
  [[["a"], ["b"]], "different"],
  [
    [
      ["a", "b"],
      ["b", "a"],
    ],
    "same",
  ],
  [[["a", "b"], ["a"]], "different"],
  [[["a"], []], "partly"],
  [[["a"], ["a"], []], "partly"],
  [[["a"], ["b"], []], "different"],
  [[[], []], "partly"],
  [[["ab"], ["a", "b"]], "different"],
] as const)("%j is %s", (values, difference) => {
  expect(differenceOf(values)).toBe(difference);
});

test("a difference is the same from either side", () => {
  const values = [["a"], [], ["b", "c"]] as const;

  expect(differenceOf(values)).toBe(differenceOf([...values].reverse()));
});

test.each([
  ["a", [["a", "b"], ["a"]], true],
  ["b", [["a", "b"], ["a"]], false],
  ["a", [["a"], ["a"], []], true],
  ["a", [["a"], []], false],
] as const)("%s is shared in %j: %s", (value, values, shared) => {
  expect(isShared(value, values)).toBe(shared);
});

test.each([
  ["all are the same", [["a"], ["a"]], [false, false]],
  ["two differ", [["a"], ["b"]], [true, true]],
  ["one differs from two", [["a"], ["b"], ["a"]], [false, true, false]],
  ["two pairs differ", [["a"], ["a"], ["b"], ["b"]], [true, true, true, true]],
  ["one is not known", [["a"], ["b"], []], [true, true, false]],
  ["nothing else is known", [["a"], [], []], [false, false, false]],
  ["the order differs", [["a", "b"], ["b", "a"], ["a"]], [false, false, true]],
] as const)("marks the values that stand apart where %s", (_case, values, expected) => {
  expect(differencesFromMost(values)).toEqual(expected);
});
