/** Breeding institutes: which of them bred a record, and under which name they are shown. */
import { describe, expect, test } from "vitest";
import {
  instituteIds,
  instituteName,
  instituteNames,
  instituteOf,
} from "../../../../client/cultivars/catalogue/overview/institutes.ts";
import { recordOf } from "../../../../client/cultivars/catalogue/records.ts";

describe("institute of a record", () => {
  test("is found under each of its names", () => {
    for (const id of instituteIds) {
      for (const { name } of instituteNames(id, "ja")) {
        const record = { ...recordOf("yabukita"), breeder: { ja: name, en: name } };
        expect(instituteOf(record)).toBe(id);
      }
    }
  });

  test("is that of the longest name", () => {
    expect(instituteOf(recordOf("kanaemaru"))).toBe("kanaya");
  });

  test("has its newest name, not the last one of the table", () => {
    expect(instituteName("saitama", "ja")).toBe("埼玉県茶業研究所");
    expect(instituteName("mie", "ja")).toBe("三重県農業技術センター茶業センター");
    expect(instituteName("national", "en")).toBe("NARO");
  });
});
