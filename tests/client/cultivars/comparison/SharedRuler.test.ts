/** Ruler of a comparison: one event for all records, and a lane for each label. */
import { expect, test } from "vitest";
import { marksOf } from "../../../../client/cultivars/comparison/SharedRuler.tsx";
import { ids, viewIn } from "../../catalogue.ts";
import { recordsIn } from "./records.ts";

function withBasis(basis: string): readonly string[] {
  const isOf = (id: string) => {
    const { harvest, otherHarvest } = viewIn("en", id);
    return harvest?.basis === basis || otherHarvest?.basis === basis;
  };
  return ids.filter(isOf);
}

test.each(["bud", "pluck"] as const)("a ruler of %s has no records of the other basis", (basis) => {
  const records = recordsIn("en", [...new Set([...withBasis("bud"), ...withBasis("pluck")])]);
  const marks = marksOf(records, basis);

  const drawn = marks.map(({ cultivar }) => cultivar.id).sort();
  expect(drawn).toEqual([...new Set([...withBasis(basis), "yabukita"])].sort());
  expect(new Set(marks.map(({ lane }) => lane)).size).toBe(marks.length);
});

test("no line crosses a label on the same side", () => {
  const marks = marksOf(recordsIn("en", withBasis("bud")), "bud");

  for (const one of marks)
    for (const other of marks) {
      const isBeyond = one.isLeft
        ? other.harvest.days < one.harvest.days
        : other.harvest.days > one.harvest.days;
      if (one.isLeft === other.isLeft && isBeyond) expect(other.lane).toBeGreaterThan(one.lane);
    }
});
