// @vitest-environment jsdom
/** Figures of the catalogue: counts, tables, files, and rights on a day. */
import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import type { Language } from "../../../../client/contracts/language.ts";
import { statisticsTables } from "../../../../client/cultivars/catalogue/overview/tables.ts";
import { cultivars } from "../../../../client/cultivars/catalogue/records.ts";
import StatisticsPart from "../../../../client/explore/overview/StatisticsPart.tsx";
import { PageContext } from "../../../../client/page/PageContext.ts";
import areas from "../../../../shared/catalogue/acreage.json" with { type: "json" };
import { statisticsIn } from "../../catalogue.ts";
import { pageOf } from "../../renderPage.tsx";
import { eachLanguage, translate } from "../../messages.ts";

afterEach(cleanup);

const records = Object.values(cultivars);

function renderFiguresOn(now: string, language: Language = "en") {
  const data = statisticsIn(language);
  const preloaded = [{ query: "statistics", params: {}, data }] as const;
  const page = { ...pageOf({ page: "statistics", language, preloaded }), now };
  render(
    <PageContext value={page}>
      <StatisticsPart />
    </PageContext>,
  );
  return screen.getAllByRole("figure");
}

/** Returns label and value of each row of the table of a figure. */
function rowsOf(figure: HTMLElement): readonly (readonly [string, string])[] {
  const [, ...rows] = within(figure).getAllByRole("row", { hidden: true });
  return rows.map((row) => {
    const cells = [...row.querySelectorAll("th, td")].map((cell) => cell.textContent ?? "");
    return [cells[0] ?? "", cells[1] ?? ""];
  });
}

function figureOf(id: string): HTMLElement {
  const figure = document.querySelector<HTMLElement>(`figure[aria-labelledby="${id}"]`);
  if (figure === null) throw new Error(`no figure ${id}`);
  return figure;
}

const sum = (rows: readonly (readonly [string, string])[]) =>
  rows.reduce((total, [, value]) => total + Number(value), 0);

describe("figures", () => {
  test("count every registration with a year once", () => {
    renderFiguresOn("2026-11-21T04:00:00Z");

    const dated = records.filter(({ registrationYear }) => registrationYear !== "");
    expect(sum(rowsOf(figureOf("decades")))).toBe(dated.length);
    expect(figureOf("decades").textContent).toContain(`${dated.length} of ${records.length}`);
  });

  test("count every record's kind", () => {
    renderFiguresOn("2026-11-21T04:00:00Z");

    expect(sum(rowsOf(figureOf("kinds")))).toBe(records.length);
  });

  test("name the parent with the most offspring in the title", () => {
    renderFiguresOn("2026-11-21T04:00:00Z");

    const offspring = records.filter(({ parents }) =>
      parents.some(({ cultivarId }) => cultivarId === "yabukita"),
    );
    const title = `Yabukita is a parent of ${offspring.length} records`;
    expect(within(figureOf("parents")).getByRole("heading").textContent).toContain(title);
    expect(figureOf("parents").textContent).toContain("Parents with a record of their own");
  });

  test.each(["en", "ja"] as const)("say how the breeder's records are known, in %s", (language) => {
    renderFiguresOn("2026-11-21T04:00:00Z", language);

    const bases = records
      .flatMap(({ parents }) => parents)
      .map(({ evidence }) => evidence.filter(({ kind }) => kind === "breeder-record"))
      .filter((found) => found.length > 0)
      .map((found) => found.map(({ basis }) => basis));
    const read = bases.filter((found) => found.includes("read")).length;
    const carried = bases.filter((found) => found.every((one) => one === "carried")).length;
    const quoted = bases.length - read - carried;
    const text = translate[language]("statistics.evidence.known", { read, quoted, carried });
    expect(figureOf("evidence").textContent).toContain(text);
    expect(figureOf("evidence").textContent).not.toMatch(/are known from|確認できます/);
  });

  test.each(["en", "ja"] as const)("have the same rows in table and file, in %s", (language) => {
    const files = statisticsTables(statisticsIn(language), { language, t: translate[language] });
    for (const figure of renderFiguresOn("2026-11-21T04:00:00Z", language)) {
      const address = figure.querySelector("a[download]")?.getAttribute("href") ?? "";
      const [, id = ""] = new RegExp(`^/tables/${language}/(\\w+)\\.csv$`).exec(address) ?? [];
      const [, ...rows] = files[id] ?? [];

      const plain = rows.map(([label, value]) => [String(label), String(value)]);
      if (id === "rights") expect(plain.length).toBe(sum(rowsOf(figure)));
      else expect(plain).toEqual(rowsOf(figure));
    }
  });

  test.each(["en", "ja"] as const)("name their tables after themselves, in %s", (language) => {
    const names = renderFiguresOn("2026-11-21T04:00:00Z", language).map((figure) => {
      const summary = figure.querySelector("summary");
      const name = summary?.getAttribute("aria-label") ?? "";
      expect(name.startsWith(summary?.textContent ?? "?")).toBe(true);
      return name;
    });

    expect(names.length).toBeGreaterThan(7);
    expect(new Set(names).size).toBe(names.length);
  });

  test("state their result without an unfilled placeholder", () => {
    for (const figure of renderFiguresOn("2026-11-21T04:00:00Z", "ja")) {
      expect(within(figure).getByRole("heading").textContent).not.toBe("");
      expect(figure.textContent).not.toContain("{{");
      expect(figure.textContent).not.toContain("statistics.");
    }
  });
});

describe("rights", () => {
  function runningOn(now: string): number {
    renderFiguresOn(now);
    const rows = rowsOf(figureOf("rights"));
    cleanup();
    return sum(rows.slice(0, 2));
  }

  test("have the status of the current day", () => {
    expect(runningOn("2026-11-21T04:00:00Z")).toBeGreaterThan(runningOn("2090-01-01T00:00:00Z"));
    expect(runningOn("2090-01-01T00:00:00Z")).toBe(0);
  });
});

const aboutKey = "about.values.diversity.body";

describe("shares of Yabukita", () => {
  test.each([
    ["en", "2014: Second-hand: MAFF report of May 2016.", "2002: About 77%."],
    ["ja", "2014年：農林水産省の報告（2016年5月）の孫引きです。", "2002年：約77%。"],
  ] as const)("have their notes below the chart, in %s", (language, quoted, about) => {
    renderFiguresOn("2026-11-21T04:00:00Z", language);

    const items = within(figureOf("area")).getAllByRole("listitem");
    const notes = items.map(({ textContent }) => textContent);
    expect(notes).toEqual(expect.arrayContaining([quoted, about]));
  });

  test.each(["en", "ja"] as const)(
    "have notes and quoted documents in the table, in %s",
    (language) => {
      renderFiguresOn("2026-11-21T04:00:00Z", language);
      const { area } = statisticsIn(language);
      const [, ...rows] = within(figureOf("area")).getAllByRole("row", { hidden: true });

      area.forEach(({ note, quoted }, place) => {
        expect(rows[place]?.textContent).toContain(note ?? "");
        expect(rows[place]?.textContent).toContain(quoted ?? "");
      });
      expect(area.filter(({ quoted }) => quoted !== null).map(({ year }) => year)).toEqual([
        2014, 2015,
      ]);
    },
  );

  test.each(["en", "ja"] as const)(
    "have notes and quoted documents in the file, in %s",
    (language) => {
      const statistics = statisticsIn(language);
      const [, ...rows] =
        statisticsTables(statistics, { language, t: translate[language] }).area ?? [];

      statistics.area.forEach(({ note, quoted }, place) => {
        expect(rows[place]).toContain(note ?? "");
        const document =
          quoted && translate[language]("statistics.groups.quoted", { document: quoted });
        expect(String(rows[place]?.at(-1))).toContain(document ?? "");
      });
    },
  );

  test("have a row with their source where the record's text or the site's own states them", () => {
    const { description = "", descriptionEn = "" } = cultivars.yabukita ?? {};
    const { area } = statisticsIn("en");
    const read = area.filter(({ quoted }) => quoted === null);
    const values = read.map(({ year, percent }) => [String(year), `${percent}%`] as const);

    const texts = [
      description,
      descriptionEn,
      ...eachLanguage.map((one) => translate[one](aboutKey)),
    ];
    for (const text of texts) {
      const years = text.match(/(?:19[5-9]\d|20\d\d)/g) ?? [];
      const shares = text.match(/[\d.]+%/g) ?? [];
      expect(shares).not.toEqual([]);
      expect(years).toHaveLength(shares.length);
      for (const year of years) expect(values).toContainEqual([year, expect.toBeOneOf(shares)]);
    }
  });
});

test.each(["en", "ja"] as const)(
  "areas of no record have their group, whole and source in %s",
  (language) => {
    renderFiguresOn("2026-11-21T04:00:00Z", language);
    const { groups } = statisticsIn(language);
    const [, ...rows] = within(figureOf("groups")).getAllByRole("row", { hidden: true });

    const stored = (["native", "others", "all"] as const).flatMap((name) => areas[name]);
    expect(rows).toHaveLength(stored.length);
    groups.forEach(({ group, region, year, percent, of, sources, quoted }, place) => {
      const text = rows[place]?.textContent ?? "";
      const words = [group, region, String(year), String(percent), of, quoted ?? ""];
      expect(words.filter((word) => !text.includes(word))).toEqual([]);
      expect(rows[place]?.querySelector("a")?.getAttribute("href")).toBe(sources[0]?.url);
    });
  },
);
