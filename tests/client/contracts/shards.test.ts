/** Shards of the catalogue, chosen by id. */
import { describe, expect, test } from "vitest";
import { shardCount, shardOf } from "../../../client/contracts/shards.ts";
import { loadCultivar } from "../../../client/contracts/cultivarChunks.ts";
import { ids } from "../catalogue.ts";
import { eachLanguage } from "../messages.ts";

describe("shard of an id", () => {
  test("is in range and deterministic", () => {
    for (const id of ids) {
      expect(shardOf(id)).toBe(shardOf(id));
      expect(shardOf(id)).toBeGreaterThanOrEqual(0);
      expect(shardOf(id)).toBeLessThan(shardCount);
    }
  });

  test("holds at least one record and less than a quarter of all", () => {
    const sizes = Array.from(
      { length: shardCount },
      (_, shard) => ids.filter((id) => shardOf(id) === shard).length,
    );

    expect(Math.min(...sizes)).toBeGreaterThan(0);
    expect(Math.max(...sizes)).toBeLessThan(ids.length / 4);
  });

  test.each(["", "🍵", "\ud83c", "\u0000", "a".repeat(100_000)])("exists for any text", (id) => {
    expect(Number.isInteger(shardOf(id))).toBe(true);
    expect(shardOf(id)).toBeLessThan(shardCount);
  });
});

describe("built shards", () => {
  test.each(eachLanguage)("contain every record in %s at its id", async (language) => {
    const loaded = await Promise.all(ids.map((id) => loadCultivar(language, id)));

    expect(loaded.map((cultivar) => cultivar?.id)).toEqual(ids);
  });

  test("return null for an unknown id", async () => {
    expect(await loadCultivar("ja", "fictional")).toBeNull();
  });
});
