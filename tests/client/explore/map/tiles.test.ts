/** Positions of the prefectures on the map of squares. */
import { describe, expect, test } from "vitest";
import {
  type Prefecture,
  prefectureName,
  prefectures,
} from "../../../../client/contracts/prefectures.ts";
import {
  columns,
  isBorder,
  rows,
  tiles,
} from "../../../../client/cultivars/catalogue/prefectures/tiles.ts";
import { size } from "../../../../client/explore/map/TileMap.tsx";

/** Minimum share of land borders whose squares touch. */
const minimumKept = 0.95;
/** Known numbers of neighbours, among them the largest number and none. */
const neighbourCounts = { nagano: 8, saitama: 7, gifu: 7, nagasaki: 1, hokkaido: 0, okinawa: 0 };

const pairs = prefectures.flatMap((a, place) =>
  prefectures.slice(place + 1).map((b) => [a, b] as const),
);

/** Returns whether two squares have a side or a corner in common. */
function touch(a: Prefecture, b: Prefecture): boolean {
  const [one, other] = [tiles[a], tiles[b]];
  return Math.abs(one.column - other.column) <= 1 && Math.abs(one.row - other.row) <= 1;
}

const neighboursOf = (id: Prefecture) => prefectures.filter((other) => isBorder(id, other));

describe("map of prefectures", () => {
  test("has 47 squares of their own within 15 by 13", () => {
    const cells = prefectures.map((id) => `${tiles[id].column} ${tiles[id].row}`);

    expect(new Set(cells).size).toBe(47);
    expect(columns).toBeLessThanOrEqual(15);
    expect(rows).toBeLessThanOrEqual(13);
    expect(size).toEqual({ columns, rows });
    for (const id of prefectures) {
      expect(tiles[id].column).toBeGreaterThanOrEqual(0);
      expect(tiles[id].column).toBeLessThan(columns);
      expect(tiles[id].row).toBeGreaterThanOrEqual(0);
      expect(tiles[id].row).toBeLessThan(rows);
    }
  });

  test("has whole names in lines that fit into a square", () => {
    const names = prefectures.map((id) => tiles[id].lines.join(""));
    const lines = prefectures.flatMap((id) => tiles[id].lines);

    expect(names.map((name) => name.toLowerCase())).toEqual(
      prefectures.map((id) => prefectureName(id, "en").toLowerCase()),
    );
    expect(lines.filter((line) => line.length > 5)).toEqual([]);
    expect(prefectures.filter((id) => tiles[id].lines.length > 2)).toEqual([]);
  });

  test("keeps neighbours together", () => {
    const borders = pairs.filter(([a, b]) => isBorder(a, b));
    const kept = borders.filter(([a, b]) => touch(a, b));

    expect(kept.length / borders.length).toBeGreaterThanOrEqual(minimumKept);
  });

  test("puts each prefecture beside most of its neighbours", () => {
    const alone = prefectures.filter((id) => {
      const neighbours = neighboursOf(id);
      return neighbours.filter((other) => touch(id, other)).length * 2 < neighbours.length;
    });

    expect(alone).toEqual([]);
  });

  test("leaves water between Kyushu, Shikoku and the main island", () => {
    const main = ["yamaguchi", "hiroshima", "okayama", "osaka"] as const;
    const shikoku = ["ehime", "kagawa", "kochi", "tokushima"] as const;
    const kyushu = ["fukuoka", "saga", "nagasaki", "oita", "kumamoto", "miyazaki"] as const;
    const touching = (some: readonly Prefecture[], others: readonly Prefecture[]) =>
      some.flatMap((a) => others.filter((b) => touch(a, b)));

    expect(touching(main, shikoku)).toEqual([]);
    expect(touching(main, kyushu)).toEqual([]);
    expect(touching(shikoku, kyushu)).toEqual([]);
  });

  test("has the known land borders, each from both sides", () => {
    for (const [id, count] of Object.entries(neighbourCounts)) {
      const prefecture = prefectures.find((one) => one === id);
      expect(prefecture && neighboursOf(prefecture)).toHaveLength(count);
    }
    for (const [a, b] of pairs) expect(isBorder(a, b)).toBe(isBorder(b, a));
  });

  test("has the north at the top, and the east at the right", () => {
    expect(tiles.hokkaido.row).toBe(Math.min(...prefectures.map((id) => tiles[id].row)));
    expect(tiles.okinawa.row).toBe(Math.max(...prefectures.map((id) => tiles[id].row)));
    for (const [west, east] of [
      ["nagasaki", "oita"],
      ["kagoshima", "miyazaki"],
      ["shimane", "kyoto"],
      ["kyoto", "shizuoka"],
      ["shizuoka", "chiba"],
    ] as const) {
      expect(tiles[west].column).toBeLessThan(tiles[east].column);
    }
  });
});
