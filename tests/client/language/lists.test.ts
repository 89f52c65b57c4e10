/** Lists within a sentence. */
import { expect, test } from "vitest";
import { listFormat } from "../../../client/language/lists.ts";

test.each([
  ["en", ["Goko"], "Goko"],
  ["en", ["Goko", "Asahi"], "Goko and Asahi"],
  ["en", ["Goko", "Asahi", "Samidori"], "Goko, Asahi and Samidori"],
  ["ja", ["ごこう", "あさひ", "さみどり"], "ごこう、あさひ、さみどり"],
] as const)("list in %s of %j has no serial comma", (language, items, text) => {
  expect(listFormat(language).format(items)).toBe(text);
});
