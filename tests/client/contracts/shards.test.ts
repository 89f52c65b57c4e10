/** Every record lies in one chunk, found by its id alone. */
import { describe, expect, test } from "vitest";
import { shardCount, shardOf } from "../../../client/contracts/shards.ts";
import { loadCultivar } from "../../../client/contracts/catalogue.ts";
import { ids } from "../catalogue.ts";
import { eachLanguage } from "../words.ts";

describe("the chunk of an id", () => {
  test("is one of the dozen, and always the same one", () => {
    for (const id of ids) {
      expect(shardOf(id)).toBe(shardOf(id));
      expect(shardOf(id)).toBeGreaterThanOrEqual(0);
      expect(shardOf(id)).toBeLessThan(shardCount);
    }
  });

  test("holds some records, never a quarter of all", () => {
    const sizes = Array.from(
      { length: shardCount },
      (_, shard) => ids.filter((id) => shardOf(id) === shard).length,
    );

    expect(Math.min(...sizes)).toBeGreaterThan(0);
    expect(Math.max(...sizes)).toBeLessThan(ids.length / 4);
  });

  test.each(["", "🍵", "\ud83c", "\u0000", "a".repeat(100_000)])(
    "there is one for any text at all",
    (id) => {
      expect(Number.isInteger(shardOf(id))).toBe(true);
      expect(shardOf(id)).toBeLessThan(shardCount);
    },
  );
});

describe("the built chunks", () => {
  test.each(eachLanguage)("hold every record in %s where its id says", async (language) => {
    const loaded = await Promise.all(ids.map((id) => loadCultivar(language, id)));

    expect(loaded.map((cultivar) => cultivar?.id)).toEqual(ids);
  });

  test("hold nothing for an id that is none", async () => {
    expect(await loadCultivar("ja", "fictional")).toBeNull();
  });
});
