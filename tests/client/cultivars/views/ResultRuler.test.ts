/** Line of days of bud break or picking, of the results of a search. */
import { describe, expect, test } from "vitest";
import { harvestOn } from "../../../../client/cultivars/search/harvest.ts";
import { daysOf } from "../../../../client/cultivars/views/ResultRuler.tsx";
import { index } from "../../catalogue.ts";

const all = index.en.cultivars;

describe("line of days", () => {
  test.each(["bud", "pluck"] as const)("of %s has every record of that basis once", (basis) => {
    const known = all.filter(
      (entry) => entry.id === "yabukita" || harvestOn(entry, basis) !== null,
    );
    const shown = daysOf(all, basis).flatMap(({ entries }) => entries);

    expect(new Set(shown.map(({ id }) => id))).toEqual(new Set(known.map(({ id }) => id)));
    expect(shown).toHaveLength(known.length);
  });

  test("has every half day between the first result, the reference and the last", () => {
    const results = all.filter(({ id }) => id === "saemidori");

    const days = daysOf(results, "bud");

    expect(days.map((one) => one.days)).toEqual([-4, -3.5, -3, -2.5, -2, -1.5, -1, -0.5, 0]);
    expect(days[0]?.entries.map(({ id }) => id)).toEqual(["saemidori"]);
  });

  test("is empty where no result has days of that basis", () => {
    expect(daysOf([], "bud")).toEqual([]);
  });
});
