/** Counts that pages show: constants in the client, so that no page loads the files only to count them. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { catalogueFigures } from "../../client/contracts/figures.ts";
import { shardCount, shardOf } from "../../client/contracts/shards.ts";
import cultivars from "../../shared/catalogue/cultivars.json" with { type: "json" };
import edition from "../../shared/catalogue/edition.json" with { type: "json" };
import groups from "../../shared/catalogue/lineage-groups.json" with { type: "json" };
import sources from "../../shared/catalogue/sources.json" with { type: "json" };

const records = Object.values(cultivars);

test("the counts of cultivars and sources match the catalogue", () => {
  expect(catalogueFigures.cultivars).toBe(records.filter(({ kind }) => kind === "cultivar").length);
  expect(catalogueFigures.records).toBe(records.length);
  expect(catalogueFigures.sources).toBe(Object.keys(sources).length);
});

test.each([
  ["shared/locales/en/home.json", /"description": "(\d+) Japanese tea cultivars/],
  ["shared/locales/ja/home.json", /"description": "日本茶(\d+)品種/],
  ["README.md", /a \*\*reference\*\* of (\d+) cultivars/],
])("%s has the count of cultivars", (file, count) => {
  expect(Number(count.exec(readFileSync(file, "utf8"))?.[1])).toBe(catalogueFigures.cultivars);
});

test("the edition matches the one of the open data", () => {
  const days = Object.values(edition.changes).map(({ date }) => date);

  expect(catalogueFigures.version).toBe(edition.version);
  expect(catalogueFigures.published).toBe(edition.published);
  expect(catalogueFigures.modified).toBe(days.sort().at(-1));
});

test("the count of lineages leaves out the group of unknown lineage", () => {
  expect(catalogueFigures.lineages).toBe(
    Object.keys(groups).filter((code) => code !== "14").length,
  );
});

test.each(["high", "medium", "low"] as const)(
  "the count of records with %s confidence matches the catalogue",
  (level) => {
    const found = records.filter(({ confidence }) => confidence === level);

    expect(catalogueFigures.confidence[level]).toBe(found.length);
  },
);

test("no shard of the catalogue is empty or larger than twice the average", () => {
  const sizes = new Array<number>(shardCount).fill(0);
  for (const id of Object.keys(cultivars)) sizes[shardOf(id)] = (sizes[shardOf(id)] ?? 0) + 1;

  expect(Math.min(...sizes)).toBeGreaterThan(0);
  expect(Math.max(...sizes)).toBeLessThanOrEqual((2 * records.length) / shardCount);
});
