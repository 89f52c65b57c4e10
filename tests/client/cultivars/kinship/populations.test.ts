/** Relation of a record to the native population that it was selected from or descends from. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { hasDoubt } from "../../../../client/cultivars/kinship/doubt.ts";
import { genealogyOf } from "../../../../client/cultivars/kinship/genealogy.ts";
import { relationOf } from "../../../../client/cultivars/kinship/relation.ts";

const catalogue = genealogyOf(
  JSON.parse(readFileSync("shared/catalogue/cultivars.json", "utf8")),
  "en",
);

test.each([
  ["asahi", "uji-zairai", "selected", ["asahi", "uji-zairai"]],
  ["uji-zairai", "asahi", "selected", ["asahi", "uji-zairai"]],
  ["mineyutaka", "shizuoka-zairai", "selected", ["yabukita", "shizuoka-zairai"]],
  ["seimei", "uji-zairai", "selectedAncestor", ["seimei", "uji-zairai"]],
  ["kasuga-zairai", "asahi", "none", ["kasuga-zairai", "asahi"]],
  ["kasuga-zairai", "uji-zairai", "none", ["kasuga-zairai", "uji-zairai"]],
] as const)("%s and %s: %s, without a coefficient", (a, b, name, subjects) => {
  const relation = relationOf(catalogue, [a, b], "recorded");

  expect(relation).toMatchObject({ name, subjects, coefficient: 0, isComplete: false });
  expect(relation.steps.length > 0).toBe(name !== "none");
});

test("the line from a population goes over the plant that was selected from it", () => {
  const { nearest, up, down, steps } = relationOf(
    catalogue,
    ["uji-zairai", "saemidori"],
    "recorded",
  );

  expect(nearest).toEqual(["asatsuyu"]);
  expect([up, down]).toEqual([["uji-zairai"], ["uji-zairai", "asatsuyu", "saemidori"]]);
  expect(steps.map(({ from, to }) => `${from} ${to}`)).toEqual([
    "asatsuyu uji-zairai",
    "saemidori asatsuyu",
  ]);
});

test("a presumed population counts only when it is switched on, and no other record doubts it", () => {
  const pair = ["komakage", "uji-zairai"] as const;

  expect(relationOf(catalogue, pair, "recorded").name).toBe("none");
  expect(relationOf(catalogue, pair, "all").name).toBe("selected");
  expect(hasDoubt(catalogue, pair)).toBe(true);
  expect(hasDoubt(catalogue, ["komakage", "yabukita"])).toBe(false);
});
