/** Random selection of four suggested cultivars. */
import { expect, test } from "vitest";
import { randomItems } from "../../../../client/accounts/profiles/edit/suggestions.ts";

const items = Array.from({ length: 120 }, (_, index) => index);

/** Returns a generator of random numbers, the same in every run. */
function seededChance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

test("random selection has no duplicates for any seed", () => {
  for (let seed = 1; seed < 200; seed++) {
    const suggested = randomItems(items, 4, { random: seededChance(seed) });
    expect(new Set(suggested).size).toBe(4);
  }
});

test("random selection reaches every item", () => {
  const random = seededChance(7);
  const seen = new Set(Array.from({ length: 600 }, () => randomItems(items, 4, { random })).flat());

  expect(seen.size).toBe(items.length);
});

test("shuffle returns none of the previous items", () => {
  const random = seededChance(3);
  const last = randomItems(items, 4, { random });

  expect(randomItems(items, 4, { random, last }).filter((item) => last.includes(item))).toEqual([]);
});

test("random selection returns all items when fewer than four exist", () => {
  const random = () => 0.999999;

  expect([...randomItems([1, 2, 3], 4, { random, last: [1, 2, 3] })].sort()).toEqual([1, 2, 3]);
  expect(randomItems([], 4, { random })).toEqual([]);
});
