/** Levels of hatching on the map of prefectures. */
import { describe, expect, test } from "vitest";
import { levelCount, levelOf, rangesOf } from "../../../../client/explore/map/levels.ts";

describe("level of hatching", () => {
  test("is none without a value", () => {
    expect(levelOf(0, 50)).toBe(0);
    expect(levelOf(0, 0)).toBe(0);
  });

  test("grows with the value, from the first to the last", () => {
    expect([1, 5, 20, 50].map((value) => levelOf(value, 50))).toEqual([1, 2, 3, levelCount]);
    expect(levelOf(1, 1)).toBe(levelCount);
  });

  test("has its range of values in the key, without levels that none has", () => {
    expect(rangesOf([0, 1, 3, 12, 50])).toEqual([
      { level: 1, least: 1, most: 3 },
      { level: 2, least: 12, most: 12 },
      { level: 4, least: 50, most: 50 },
    ]);
    expect(rangesOf([0, 0])).toEqual([]);
    expect(rangesOf([])).toEqual([]);
  });
});
