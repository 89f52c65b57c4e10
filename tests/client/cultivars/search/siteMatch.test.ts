/** Pages, prefectures and unconfirmed names that a search finds. */
import { describe, expect, test } from "vitest";
import unconfirmed from "../../../../shared/catalogue/unconfirmed.json";
import { matchSite } from "../../../../client/cultivars/search/siteMatch.ts";
import { loadSiteIndex } from "../../../../client/contracts/catalogue.ts";
import { routeNames, routes } from "../../../../client/contracts/routes.ts";
import { eachLanguage, messages } from "../../messages.ts";

const site = { en: await loadSiteIndex("en"), ja: await loadSiteIndex("ja") };

describe("index of the site", () => {
  test.each(["en", "ja"] as const)(
    "has every indexed page without parameters in %s",
    (language) => {
      const listed = new Set(site[language].pages.map(({ to }) => to));
      const wanted = routeNames.filter(
        (name) => routes[name].indexed && !routes[name].path.includes("{"),
      );

      expect(wanted.filter((name) => !listed.has(name))).toEqual([]);
      expect(
        site[language].pages.filter(({ title, text }) => /\{\{|^$/.test(title + text)),
      ).toEqual([]);
    },
  );

  test("has all prefectures, with the number of their cultivars", () => {
    const counted = site.ja.prefectures.filter(({ cultivars }) => cultivars > 0);

    expect(site.ja.prefectures).toHaveLength(47);
    expect(counted.map(({ name }) => name)).toContain("鹿児島県");
  });
});

describe("search of the site", () => {
  test.each([
    ["鹿児島", "kagoshima"],
    ["Kagoshima", "kagoshima"],
    ["kago", "kagoshima"],
    ["かごしま", "kagoshima"],
    ["カゴシマ", "kagoshima"],
    ["抹茶 京都", "kyoto"],
  ])("finds the prefecture of %s", (search, id) => {
    expect(matchSite(site.ja, search).prefectures.map((one) => one.id)).toEqual([id]);
  });

  test.each([
    ["Misaki", "misaki"],
    ["みさき", "misaki"],
    ["MAKURA 1", "makura-1"],
    ["茂2号", "shige-2"],
  ])("finds the unconfirmed name %s", (search, id) => {
    expect(matchSite(site.ja, search).names.map((one) => one.id)).toContain(id);
    expect(matchSite(site.en, search).names.map((one) => one.id)).toContain(id);
  });

  test.each([
    ["NARO", "national"],
    ["農研機構", "national"],
    ["枕崎", "makurazaki"],
  ])("finds the page of the breeder %s", (search, id) => {
    for (const language of ["en", "ja"] as const) {
      const found = matchSite(site[language], search).pages.filter(({ to }) => to === "breeder");
      expect(found.map(({ params }) => params.id)).toContain(id);
    }
  });

  test("finds every unconfirmed name in both languages", () => {
    const found = (language: "en" | "ja", search: string) =>
      matchSite(site[language], search).names.map((one) => one.id);
    const missing = Object.entries(unconfirmed).filter(
      ([id, { nameJa, nameEn }]) =>
        (nameJa !== null && !found("ja", nameJa).includes(id)) || !found("en", nameEn).includes(id),
    );

    expect(Object.keys(unconfirmed).length).toBeGreaterThanOrEqual(21);
    expect(missing.map(([id]) => id)).toEqual([]);
  });

  test.each(eachLanguage)(
    "finds pages of both languages first by their names in menus in %s",
    (language) => {
      const named = Object.entries(messages[language]).flatMap(([key, name]) => {
        const [, to = ""] = /^(?:app\.(?:nav|footer)|today\.doors)\.(\w+)$/.exec(key) ?? [];
        return site[language].pages.some((page) => page.to === to) ? [[to, name] as const] : [];
      });
      const isFirst = (of: "en" | "ja", [to, name]: readonly [string, string]) =>
        matchSite(site[of], name).pages[0]?.to === to;

      expect(named.length).toBeGreaterThan(20);
      for (const of of ["en", "ja"] as const) {
        expect(named.filter((one) => !isFirst(of, one))).toEqual([]);
      }
    },
  );

  test.each([
    ["ja", "暦", "calendar"],
    ["en", "Kinship", "relations"],
    ["en", "Data sources and copyright", "databaseInfo"],
  ] as const)("finds pages by headings, breadcrumbs, one kanji: %s %s", (language, search, to) => {
    expect(matchSite(site[language], search).pages[0]?.to).toBe(to);
  });

  test("finds pages by title before those by text, and each once", () => {
    const found = matchSite(site.en, "lineage").pages.map(({ to }) => to);

    expect(found[0]).toBe("lineages");
    expect(matchSite(site.ja, "プライバシー").pages.map(({ to }) => to)).toEqual(["privacy"]);
    expect(new Set(matchSite(site.en, "tea").pages).size).toBe(
      matchSite(site.en, "tea").pages.length,
    );
  });

  test("finds a number as a whole number only", () => {
    expect(matchSite(site.en, "registrations 1953").pages.map(({ to }) => to)).toEqual([
      "timeline",
    ]);
    expect(matchSite(site.en, "registrations 195").pages).toEqual([]);
  });

  test("finds a name that is the whole search before names that contain it", () => {
    const names = ["Misaki Wase", "Misaki"].map((name) => ({
      id: name === "Misaki" ? "whole" : "longer",
      name,
      other: "",
    }));

    expect(matchSite({ ...site.en, names }, "misaki").names.map(({ id }) => id)).toEqual([
      "whole",
      "longer",
    ]);
  });

  test.each(["", " ", "a", "ー"])("finds nothing for %j", (search) => {
    const { names, pages, prefectures } = matchSite(site.en, search);

    expect([...names, ...pages, ...prefectures]).toEqual([]);
  });
});
