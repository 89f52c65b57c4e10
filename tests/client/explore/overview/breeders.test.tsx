// @vitest-environment jsdom
/** Timeline of registrations, and pages of breeders. */
import { cleanup, render, screen, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, describe, expect, test } from "vitest";
import type { Preloaded } from "../../../../client/page/payload.ts";
import type { PageName } from "../../../../client/contracts/routes.ts";
import {
  breederPagesOf,
  breedersOf,
  timelineOf,
} from "../../../../client/cultivars/catalogue/overview/breeders.ts";
import { timelineTables } from "../../../../client/cultivars/catalogue/overview/breederTables.ts";
import {
  gapsOf,
  instituteIds,
  instituteLabel,
  instituteName,
  instituteNames,
  instituteOf,
} from "../../../../client/cultivars/catalogue/overview/institutes.ts";
import { cultivars } from "../../../../client/cultivars/catalogue/records.ts";
import BreederPart from "../../../../client/explore/overview/BreederPart.tsx";
import BreedersPart from "../../../../client/explore/overview/BreedersPart.tsx";
import TimelinePart from "../../../../client/explore/overview/TimelinePart.tsx";
import { viewMessagesIn } from "../../catalogue.ts";
import { inPage } from "../../renderPage.tsx";
import { eachLanguage, translate } from "../../messages.ts";

afterEach(cleanup);

const records = Object.values(cultivars);

function renderPart(part: ReactNode, page: PageName, preloaded: Preloaded) {
  const { params } = preloaded;
  return render(inPage(part, { page, language: "ja", params, preloaded: [preloaded] }));
}

describe("institute of several names", () => {
  test.each([
    ["en", "The 2000s and 2010s have the most of its registrations: 3 each"],
    ["ja", "登録がもっとも多いのは2000年代、2010年代で、それぞれ3件です"],
  ] as const)("title names each decade with the largest number in %s", (language, title) => {
    const { decades, parents } = breederPagesOf(viewMessagesIn(language)).miyazaki ?? {};

    expect(decades?.title).toBe(title);
    expect(parents?.title).not.toContain("each");
  });

  test.each([
    ["en", "NARO Kanaya tea research station (earlier names included)"],
    ["ja", "農研機構 金谷茶業研究拠点（前身を含む）"],
  ] as const)("says in headings that earlier names are included, in %s", (language, name) => {
    expect(timelineOf(viewMessagesIn(language)).title).toContain(name);
    expect(breederPagesOf(viewMessagesIn(language)).kanaya?.meta.title).toContain(name);
    expect(instituteLabel("kyoto", viewMessagesIn(language))).toBe(
      instituteName("kyoto", language),
    );
  });

  test("says for which time no name was found", () => {
    const data = breederPagesOf(viewMessagesIn("ja")).kanaya ?? null;
    renderPart(<BreederPart />, "breeder", { query: "breeder", params: { id: "kanaya" }, data });

    expect(screen.getByText("2003年10月〜2006年4月の名前は確認できていません。")).toBeTruthy();
    expect(gapsOf("saitama")).toEqual([]);
  });
});

test.each([
  ["ibaraki", "The one record of"],
  ["kyoto", /^The \d+ records of/],
])("description of %s counts its records", (id, start) => {
  const { description } = breederPagesOf(viewMessagesIn("en"))[id]?.meta ?? {};

  expect(description).toMatch(start);
});

describe("sources of an institute's names", () => {
  test.each([
    [
      "kagoshima",
      "hatsumidori.md",
      "資料ノート（孫引き）：1954年の論文に鹿児島県農業試験場とあります。",
    ],
    ["kanaya", "research/cultivars", "1958年の試験地は東海近畿農業試験場茶業部でした。"],
    ["miyazaki", "unkai.md", "資料ノート（孫引き）：1952年は川南"],
  ])("of %s have remarks in the page's language", (id, file, remark) => {
    const data = breederPagesOf(viewMessagesIn("ja"))[id] ?? null;
    renderPart(<BreederPart />, "breeder", { query: "breeder", params: { id }, data });

    const [link] = screen.getAllByRole("link", { name: new RegExp(`^${file}`) });
    expect(link?.nextElementSibling?.textContent).toContain(remark);
  });

  test("have no English remark in a title", () => {
    const titles = instituteIds
      .flatMap((id) => instituteNames(id, "ja"))
      .flatMap(({ sources }) => sources.map(({ title }) => title));

    expect(titles.filter((title) => /notes|abstract| the | in \d/.test(title))).toEqual([]);
  });
});

describe("timeline", () => {
  test("lists every record with a year once, by year", () => {
    const { years } = timelineOf(viewMessagesIn("en"));
    const listed = years.flatMap((one) => one.records.map(({ id }) => id));

    const dated = records.filter(({ registrationYear }) => registrationYear !== "");
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed.length).toBe(dated.length);
    expect(years.map(({ year }) => year)).toEqual(years.map(({ year }) => year).toSorted());
  });

  test.each(["en", "ja"] as const)("names each year once in %s", (language) => {
    const listed = timelineOf(viewMessagesIn(language)).years.flatMap((one) => one.records);

    expect(listed.filter(({ registration, year }) => registration.includes(year))).toEqual([]);
  });

  test("counts each institute's registrations by decade", () => {
    for (const { id, records: count, rows } of timelineOf(viewMessagesIn("en")).breeders) {
      const bred = records.filter((one) => instituteOf(one) === id && one.registrationYear);
      expect(count).toBe(bred.length);
      expect(rows.reduce((sum, { value }) => sum + value, 0)).toBe(bred.length);
    }
  });

  test("charts every registration in its year, and links each decade to its list", () => {
    const data = timelineOf(viewMessagesIn("ja"));
    const { container } = renderPart(<TimelinePart />, "timeline", {
      query: "timeline",
      params: {},
      data,
    });
    const { decades } = data.chart;

    expect(decades.reduce((sum, { count }) => sum + count, 0)).toBe(data.dated);
    const rows = decades.flatMap((one) => one.rows).filter(({ value }) => value > 0);
    expect(rows.map(({ label, value }) => [label, value])).toEqual(
      data.years.map((one) => [one.year, one.records.length]),
    );
    const links = [...container.querySelectorAll(".overview-decades a")];
    expect(links.map((link) => link.getAttribute("href"))).toEqual(
      decades.map(({ decade }) => `/ja/cultivars?decade=${decade}`),
    );
    for (const link of links) expect(link.querySelector("svg rect")).not.toBeNull();
    for (const link of container.querySelectorAll("th a[href^='#y']")) {
      expect(container.querySelector(link.getAttribute("href") ?? "")).not.toBeNull();
    }
  });

  test("counts in its file the years from the first registration to the last", () => {
    const words = viewMessagesIn("en");
    const years = timelineOf(words).years.map(({ year }) => year);
    const [, ...rows] = timelineTables(timelineOf(words), words)["timeline-years"] ?? [];

    expect([rows.at(0)?.[0], rows.at(-1)?.[0]]).toEqual([years.at(0), years.at(-1)]);
    expect(rows).toContainEqual(["1955", expect.any(Number)]);
  });

  test.each(eachLanguage)(
    "names in %s the kind of the records that its lists leave out",
    (language) => {
      const { chart } = timelineOf(viewMessagesIn(language));
      const kinds = records
        .filter(({ registrationYear, kind }) => registrationYear !== "" && kind !== "cultivar")
        .map(({ kind }) => kind);

      expect(new Set(kinds)).toEqual(new Set(["parental-line"]));
      expect(chart.subtitle.toLowerCase()).toContain(
        translate[language]("facets.kind.parental-line").toLowerCase(),
      );
    },
  );

  test("says of its peaks only what the registers say", () => {
    const named = (year: string, system: string) =>
      records.filter((one) => one.registrationYear === year && one.registration.system === system);
    const numbers = named("1953", "norin").map(({ registration }) => registration.norinNo ?? 0);

    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 15 }, (_, n) => n + 1));
    expect(new Set(named("1954", "prefecture").map((one) => one.originEn))).toEqual(
      new Set(["Kyoto"]),
    );
    expect(records.filter((one) => one.registrationYear === "1954")).toHaveLength(
      named("1954", "norin").length + named("1954", "prefecture").length,
    );
    const [numbered, kyoto] = timelineOf(viewMessagesIn("en")).chart.waves;
    expect(numbered).toContain("15");
    expect(kyoto).toContain(String(named("1954", "prefecture").length));
  });

  test("links records and institutes", () => {
    const data = timelineOf(viewMessagesIn("ja"));
    renderPart(<TimelinePart />, "timeline", { query: "timeline", params: {}, data });

    const [link] = screen.getAllByRole("link", { name: "やぶきた" });
    expect(link?.getAttribute("href")).toBe("/ja/cultivars/yabukita");
    const [breeder] = screen.getAllByRole("link", {
      name: "農研機構 金谷茶業研究拠点（前身を含む）",
    });
    expect(breeder?.getAttribute("href")).toBe("/ja/breeders/kanaya");
  });
});

describe("breeders", () => {
  test("count every record with a breeder once, but for those of an institute and a person", () => {
    const { institutes, others } = breedersOf(viewMessagesIn("en"));
    const counted = institutes.reduce((sum, one) => sum + one.records, 0);
    const named = others.flatMap((one) => one.records);
    const alone = named.filter(({ institute }) => institute === null);

    expect(counted + alone.length).toBe(
      records.filter(({ breeder }) => breeder.en !== null).length,
    );
  });

  test("name the person who selected what an institute trialled", () => {
    const { others } = breedersOf(viewMessagesIn("en"));
    const ofSugiyama = others.filter(({ name }) => name.startsWith("Sugiyama Hikosaburo"));

    const ids = ofSugiyama.flatMap((one) => one.records.map(({ id }) => id));
    expect(ids).toEqual(expect.arrayContaining(["yabukita", "koyanishi", "rokuro", "yaeho"]));
    expect(others.map(({ name }) => name)).not.toContain("NARO");
  });

  test("have a page for each institute of the list", () => {
    const { institutes } = breedersOf(viewMessagesIn("ja"));

    expect(Object.keys(breederPagesOf(viewMessagesIn("ja")))).toEqual(
      institutes.map(({ id }) => id),
    );
  });

  test("have tables that scroll by keyboard", () => {
    const data = breedersOf(viewMessagesIn("ja"));
    renderPart(<BreedersPart />, "breeders", { query: "breeders", params: {}, data });

    const boxes = screen.getAllByRole("table").map((one) => one.parentElement?.tabIndex);
    expect(boxes).toEqual([0, 0]);
  });

  test("are listed with links to their pages", () => {
    const data = breedersOf(viewMessagesIn("ja"));
    renderPart(<BreedersPart />, "breeders", { query: "breeders", params: {}, data });

    const link = screen.getByRole("link", { name: "京都府茶業研究所" });
    expect(link.getAttribute("href")).toBe("/ja/breeders/kyoto");
  });
});

describe("page of a breeder", () => {
  const byId = breederPagesOf(viewMessagesIn("ja"));

  test("has tables that scroll by keyboard", () => {
    const data = byId.kanaya ?? null;
    renderPart(<BreederPart />, "breeder", { query: "breeder", params: { id: "kanaya" }, data });

    const boxes = screen.getAllByRole("table", { hidden: true }).map((one) => one.parentElement);
    expect(boxes.length).toBeGreaterThan(2);
    for (const box of boxes) expect(box?.tabIndex).toBe(0);
    expect(screen.getByRole("group", { name: "年代順の一覧" })).toBeTruthy();
  });

  test("shows its records, parents and dated names without an unfilled placeholder", () => {
    for (const [id, breeder] of Object.entries(byId)) {
      const params = { id };
      const { container } = renderPart(<BreederPart />, "breeder", {
        query: "breeder",
        params,
        data: breeder,
      });

      const rows = within(screen.getByRole("region", { name: "年代順の一覧" })).getAllByRole("row");
      expect(rows.length).toBe(breeder.records + 1);
      expect(container.textContent).not.toMatch(/\{\{|breeders\./);
      cleanup();
    }
  });

  test("names the most used parent", () => {
    const [top] = byId.kanaya?.parents?.rows ?? [];

    expect(top?.record).toBe("yabukita");
  });

  test("of an unknown id says so", () => {
    renderPart(<BreederPart />, "breeder", {
      query: "breeder",
      params: { id: "nobody" },
      data: null,
    });

    expect(screen.getByText("該当する育成者がありません")).toBeTruthy();
  });
});
