/** Placing of names along the axis of days. */
import { describe, expect, test } from "vitest";
import { daysOf, layOutRuler } from "../../../../client/cultivars/views/ResultRuler.tsx";
import {
  axisOf,
  middleOf,
  placeNames,
  shareOf,
  ticksOf,
} from "../../../../client/cultivars/views/rulerPlaces.ts";
import { index } from "../../catalogue.ts";

const places = (days: readonly number[]) => placeNames(days, axisOf(days));

describe("axis of days", () => {
  test("ends at whole ticks around all days and the reference", () => {
    expect(axisOf([-13, 11])).toEqual({ first: -15, last: 15 });
    expect(axisOf([2])).toEqual({ first: -5, last: 5 });
    expect(axisOf([-4])).toEqual({ first: -5, last: 5 });
    expect(ticksOf({ first: -10, last: 5 })).toEqual([-10, -5, 0, 5]);
  });

  test("has the reference in its share", () => {
    expect(shareOf(0, { first: -10, last: 10 })).toBe(0.5);
  });
});

describe("names along the axis", () => {
  test("never share a place", () => {
    const crowd = Array.from({ length: 60 }, (_, at) => (at % 3) - 1);
    const found = places(crowd).map(({ slot, side, row }) => `${slot} ${side} ${row}`);

    expect(new Set(found).size).toBe(crowd.length);
  });

  test("are at their days if there is room", () => {
    const days = [-12, -5, 0, 6, 11];
    const axis = axisOf(days);

    for (const [at, { slot, side, row }] of placeNames(days, axis).entries()) {
      expect([side, row]).toEqual(["above", 0]);
      expect(Math.abs(middleOf(slot) - shareOf(days[at] ?? 0, axis))).toBeLessThan(1 / 25);
    }
  });

  test("are placed below the axis before they are moved aside", () => {
    const sides = places([0, 0, 0, 0]).map(({ side }) => side);

    expect(sides).toEqual(["above", "below", "above", "above"]);
  });

  test.each(["bud", "pluck"] as const)("of %s stay near their days", (basis) => {
    const { axis, names } = layOutRuler(daysOf(index.ja.cultivars, basis), "ja");

    expect(names.length).toBeGreaterThan(20);
    for (const { harvest, place } of names) {
      expect(Math.abs(middleOf(place.slot) - shareOf(harvest.days, axis))).toBeLessThan(3 / 25);
      expect(place.row).toBeLessThan(2);
    }
  });

  test("have room for the longest name", () => {
    const [ja, en] = (["ja", "en"] as const).map((language) =>
      layOutRuler(daysOf(index[language].cultivars, "bud"), language),
    );

    expect(ja?.nameEm).toBeGreaterThan(6);
    expect(en?.nameEm).toBeGreaterThan(8);
  });
});
