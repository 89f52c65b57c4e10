/** Table of search queries in both languages with the records that must be found first. */
import { describe, expect, test } from "vitest";
import ratings from "../../../../shared/catalogue/resistance.json" with { type: "json" };
import { cultivars, type CultivarRecord } from "../../../../client/cultivars/catalogue/records.ts";
import {
  searchCatalogue,
  unfiltered,
} from "../../../../client/cultivars/search/catalogueSearch.ts";
import { fold } from "../../../../client/cultivars/search/fold.ts";
import { romajiOf } from "../../../../client/cultivars/search/romaji.ts";
import { findEntries, index, searchIndex, today, viewIn } from "../../catalogue.ts";
import { eachLanguage } from "../../messages.ts";
import queries from "./queries.json" with { type: "json" };

function find(language: (typeof eachLanguage)[number], search: string) {
  const { found, near } = searchCatalogue(
    index[language],
    { ...unfiltered, search },
    { find: findEntries, today },
  );
  return { ids: found.map(({ id }) => id), near };
}

function hasFields(record: CultivarRecord, fields: Readonly<Record<string, string>>): boolean {
  return Object.entries(fields).every(([field, value]) => {
    if (field === "uses") return record.uses.includes(value);
    if (field === "originEn") return record.originEn === value;
    if (field === "registrationYear") return record.registrationYear === value;
    const { ja, en } = record.breeder;
    return `${ja} ${en}`.includes(value);
  });
}

describe.each(eachLanguage)("search in %s", (language) => {
  describe.each(Object.entries(queries.first))("by %s", (_, table) => {
    test.each(Object.entries(table))("%s finds %s first", (search, id) => {
      const { ids, near } = find(language, search);

      expect([ids[0], near]).toEqual([id, false]);
    });
  });

  test.each(Object.entries(queries.near))("%s finds no record, but %s is near", (search, id) => {
    const { ids, near } = find(language, search);

    expect(ids).toContain(id);
    expect(near).toBe(true);
  });

  test.each(Object.entries(queries.led))("%s finds the records with %j first", (search, fields) => {
    const { ids, near } = find(language, search);
    const expected = Object.keys(cultivars).filter((id) => {
      const record = cultivars[id];
      return record !== undefined && hasFields(record, fields);
    });

    expect(expected).not.toHaveLength(0);
    expect(near).toBe(false);
    expect(ids.slice(0, expected.length).sort()).toEqual([...expected].sort());
  });

  test.each(queries.nothing)("%s finds nothing", (search) => {
    expect(find(language, search)).toEqual({ ids: [], near: false });
  });

  test.each([
    ["炭疽病", "anthracnose"],
    ["anthracnose", "anthracnose"],
    ["裂傷型凍害", "barkSplit"],
    ["red scorch", "redScorch"],
    ["赤枯れ", "redScorch"],
  ])("%s finds every record that is rated for it", (search, trait) => {
    const { ids } = find(language, search);
    const rated = Object.entries(ratings).filter(([, rows]) =>
      rows.some((row) => row.trait === trait),
    );

    expect(rated.filter(([id]) => !ids.includes(id))).toEqual([]);
  });

  test("a number among words does not begin a longer number", () => {
    expect(find(language, "Chukanbohon 6").ids).toEqual(["cha-chukanbohon-no-6"]);
    expect(find(language, "Kagoshima 28").ids).not.toContain("saemidori");
  });

  test("the tea of a place finds its records, not names that share a letter", () => {
    const { ids, near } = find(language, "狭山茶");

    expect(near).toBe(true);
    expect(ids).not.toContain("kyushu-yamacha");
  });

  test("no result is before an exact match of a name", () => {
    const names = index[language].cultivars.flatMap(({ id, nameJa, nameEn }) => [
      [id, nameJa] as const,
      [id, nameEn] as const,
    ]);

    expect(names.filter(([id, name]) => find(language, name).ids[0] !== id)).toEqual([]);
  });

  test("no result is before an exact match of a register number", () => {
    const wrong = Object.entries(cultivars).flatMap(([id, { registration }]) =>
      [
        ...(registration.norinNo === null ? [] : [`茶農林${registration.norinNo}号`]),
        ...(registration.pvpNo === null ? [] : [`第${registration.pvpNo}号`]),
      ].filter((search) => find(language, search).ids[0] !== id),
    );

    expect(wrong).toEqual([]);
  });

  test("no result is before a registration in the words of the record's page", () => {
    const wrong = Object.entries(cultivars).flatMap(([id, { registration }]) => {
      const { norinNo, pvpNo } = registration;
      const numbers = [norinNo === null ? "" : `${norinNo}`, pvpNo ?? ""].filter(Boolean);
      return viewIn(language, id)
        .registrations.filter((text) => numbers.some((number) => text.includes(number)))
        .filter((text) => find(language, text).ids[0] !== id);
    });

    expect(wrong).toEqual([]);
  });

  test("no result is before an exact match of a reading in romaji", () => {
    const readings = Object.entries(cultivars).map(
      ([id, { nameKana }]) => [id, romajiOf(nameKana)] as const,
    );

    expect(readings.filter(([id, name]) => find(language, name).ids[0] !== id)).toEqual([]);
  });
});

test.each([
  ["さんるーじゅ", "sanruju"],
  ["きっこう", "kikko"],
  ["しずいんざつ131", "shizuinzatsu131"],
  ["りょうふう", "ryofu"],
  ["ちゃつばき", "chatsubaki"],
])("reading %s is %s in romaji", (kana, romaji) => {
  expect(romajiOf(kana)).toBe(romaji);
});

test("the table has at least 150 queries, each once", () => {
  const all = [
    ...Object.values(queries.first).flatMap((table) => Object.keys(table)),
    ...Object.keys(queries.near),
    ...Object.keys(queries.led),
    ...queries.nothing,
  ];

  expect(all.length).toBeGreaterThanOrEqual(150);
  expect(new Set(all).size).toBe(all.length);
});

test("terms of the index are normalised", () => {
  const terms = Object.values(searchIndex).flatMap((fields) =>
    fields.slice(0, 2).flatMap((field) => field.split(" ")),
  );

  expect(terms.filter((term) => fold(term) !== term)).toEqual([]);
});
