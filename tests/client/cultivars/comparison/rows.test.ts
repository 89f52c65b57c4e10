/** Rows of a comparison, from the real catalogue. */
import { describe, expect, test } from "vitest";
import { differenceOf } from "../../../../client/cultivars/comparison/difference.ts";
import type { Row } from "../../../../client/cultivars/comparison/rows.ts";
import { ids, viewIn } from "../../catalogue.ts";
import { eachLanguage } from "../../messages.ts";
import { recordsIn, rowsOf } from "./records.ts";

function rowNamed(rows: readonly Row[], name: string): Row {
  const found = rows.find((row) => row.name === name);
  if (found === undefined) throw new Error(`no row ${name}`);
  return found;
}

const textsOf = ({ cells }: Row) => cells.map(({ items }) => items.map(({ text }) => text));

describe.each(eachLanguage)("comparison in %s", (language) => {
  test("has a cell for every record in the order of the address", () => {
    const chosen = ["seimei", "saemidori", "okumidori"];
    const { rows } = rowsOf(language, chosen);

    expect(rows.every(({ cells }) => cells.length === chosen.length)).toBe(true);
    expect(textsOf(rowNamed(rows, "origin"))).toEqual(
      chosen.map((id) => [viewIn(language, id).origin?.name]),
    );
  });

  test("leaves out what no record states", () => {
    for (let start = 0; start + 4 <= ids.length; start += 4) {
      const { rows } = rowsOf(language, ids.slice(start, start + 4));
      for (const { cells } of rows) expect(cells.some(({ items }) => items.length > 0)).toBe(true);
    }
  });

  test("keeps the sources of every value under one numbering", () => {
    const chosen = ["saemidori", "okumidori"];
    const made = rowsOf(language, chosen);
    const cells = rowNamed(made.rows, "breeder").cells;

    chosen.forEach((id, place) => {
      const { claims, sources } = viewIn(language, id);
      const own = claims.breeder?.sources.map((position) => sources[position]?.url);
      const shown = cells[place]?.claims[0]?.sources.map((number) => made.sources[number]?.url);
      expect(new Set(shown)).toEqual(new Set(own));
    });
    const titles = made.sources.map(({ url, title }) => url + title);
    expect(new Set(titles).size).toBe(titles.length);
  });
});

test("bud break and picking have rows of their own", () => {
  const { rows } = rowsOf("en", ["haruto-34", "sainomidori", "yabukita"]);

  expect(viewIn("en", "haruto-34").harvest?.basis).toBe("bud");
  expect(viewIn("en", "sainomidori").harvest?.basis).toBe("pluck");
  expect(textsOf(rowNamed(rows, "harvest bud"))).toEqual([["9 days earlier"], [], ["reference"]]);
  expect(rowNamed(rows, "harvest bud").cells[1]?.remark).toBe("stated for picking");
  expect(textsOf(rowNamed(rows, "harvest pluck"))[0]).toEqual([]);
  expect(textsOf(rowNamed(rows, "harvest pluck"))[2]).toEqual(["reference"]);
});

test("a record with both events has both rows, each with its own sources", () => {
  const { rows } = rowsOf("en", ["fukumidori", "yabukita"]);
  const [bud, pluck] = ["harvest bud", "harvest pluck"].map((name) => rowNamed(rows, name));

  expect([bud, pluck].map((row) => row && textsOf(row)[0])).toEqual([
    ["2 days later"],
    ["1 day later"],
  ]);
  expect(bud?.cells[0]?.claims).not.toEqual(pluck?.cells[0]?.claims);
});

test("a basis that none of the others has makes no row", () => {
  const names = rowsOf("en", ["haruto-34", "yabukita"]).rows.map(({ name }) => name);

  expect(names).toContain("harvest bud");
  expect(names).not.toContain("harvest pluck");
});

test("a value on which sources disagree is marked", () => {
  const { disputed } = viewIn("en", "saemidori");
  const { rows } = rowsOf("en", ["saemidori", "okumidori"]);

  expect(disputed).toContain("traits.yield");
  expect(rowNamed(rows, "traits.yield").cells.map(({ isDisputed }) => isDisputed)).toEqual([
    true,
    viewIn("en", "okumidori").disputed.includes("traits.yield"),
  ]);
});

test("a disagreement is shown beside its parent, or in the cell without parents", () => {
  const parents = rowNamed(rowsOf("en", ["meiryoku", "danshin-37"]).rows, "parents");
  const [first, second] = parents.cells;

  expect(first?.items.map(({ values }) => values?.length)).toEqual([undefined, 2]);
  expect([first, second].map((cell) => cell?.isDisputed)).toEqual([false, true]);
});

test("the yield of Yabukita is the reference, so that of an equal cultivar is the same", () => {
  const { rows } = rowsOf("en", ["yabukita", "saemidori"]);
  const { cells } = rowNamed(rows, "traits.yield");

  expect(viewIn("en", "saemidori").traits).toContainEqual({ trait: "yield", level: "medium" });
  expect(differenceOf(cells.map(({ items }) => items.map(({ key }) => key)))).toBe("same");
});

test("the same parents the other way round are a difference", () => {
  const parents = rowNamed(rowsOf("en", ["kirari-31", "haruto-34"]).rows, "parents");

  expect(differenceOf(parents.cells.map(({ items }) => items.map(({ key }) => key)))).toBe(
    "different",
  );
});

test("a lineage only by presumed or disputed parents is marked", () => {
  const { cells } = rowNamed(rowsOf("en", ["mie-ryokuho-1", "yabukita"]).rows, "lineage");

  expect(cells.map(({ items }) => items.map(({ text, remark }) => [text, remark]))).toEqual([
    [
      ["Yabukita", undefined],
      ["Yamatomidori", "only by presumed or disputed parents"],
    ],
    [["Yabukita", undefined]],
  ]);
});

test("the kind is shown where it differs from a cultivar", () => {
  const names = (chosen: readonly string[]) => rowsOf("en", chosen).rows.map(({ name }) => name);
  const line = ids.find((id) => viewIn("en", id).kind?.id === "line") ?? "";

  expect(names(["saemidori", "seimei"])).not.toContain("kind");
  expect(names(["saemidori", line])[0]).toBe("kind");
});

test("the end of a right is in the language of the page", () => {
  const rightRow = rowsOf("ja", ["saemidori", "seimei"]).rows.find(({ name }) => name === "right");

  expect(recordsIn("ja", ["saemidori"])[0]?.observations.right?.ended).not.toBeNull();
  expect(textsOf(rightRow as Row)[0]).toEqual(["期間満了（2009年11月20日に消滅）"]);
  const computed = rowsOf("ja", ["benifuki"]).rows.find(({ name }) => name === "right");
  expect(textsOf(computed as Row)[0]).toEqual(["期間満了（2013年8月17日まで）"]);
});

test("a lineage only by doubtful parents differs from a certain one", () => {
  const lineage = rowNamed(rowsOf("en", ["kondowase", "yabukita"]).rows, "lineage");

  expect(differenceOf(lineage.cells.map(({ items }) => items.map(({ key }) => key)))).toBe(
    "different",
  );
});
