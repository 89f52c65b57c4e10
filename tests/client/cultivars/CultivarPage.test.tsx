// @vitest-environment jsdom
/** One cultivar's page: where it comes from, what it rests on, and what is there where there is none. */
import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { catalogueFigures } from "../../../client/contracts/figures.ts";
import { viewIn } from "../catalogue.ts";
import { say } from "../words.ts";
import { drawOne, drawRecord } from "./record.tsx";

afterEach(cleanup);

describe("the family", () => {
  const terms = () => screen.getAllByRole("term").map(({ textContent }) => textContent);

  test("names the parents by their role, and links those that have a record", () => {
    const { container } = drawOne("en", "saemidori");
    const parents = [...container.querySelectorAll(".cultivar-parents > div")];

    expect(parents.map(({ textContent }) => textContent)).toEqual([
      "Seed parentYabukita",
      "Pollen parentAsatsuyu",
    ]);
    expect(parents[0]?.querySelector("a")?.getAttribute("href")).toBe("/cultivars/yabukita");
  });

  test("a parent without a record is named, not linked", () => {
    const { container } = drawOne("en", "asahi");

    expect(terms()).toContain("Selected from");
    expect(container.querySelector(".cultivar-parents a")).toBeNull();
  });

  test("a selection from a cultivar is its bud sport", () => {
    drawOne("en", "shoju");

    expect(terms()).toContain("Bud sport of");
    expect(terms()).not.toContain("Selected from");
  });

  test("a seed parent alone says that the pollen parent is not recorded", () => {
    drawOne("en", "sayamakaori");
    expect(screen.getByText(say.en("cultivar.openPollinated"))).toBeDefined();
    cleanup();

    for (const [id, why] of [
      ["saemidori", "both are known"],
      ["yabukita", "it was selected, not crossed"],
    ] as const) {
      drawOne("en", id);
      expect([why, screen.queryByText(say.en("cultivar.openPollinated"))]).toEqual([why, null]);
      cleanup();
    }
  });

  test("where nothing is recorded it says so", () => {
    drawOne("en", "kouju");

    expect(screen.getByText(say.en("cultivar.parentsUnknown"))).toBeDefined();
    expect(screen.getByText(say.en("cultivar.childrenNone"))).toBeDefined();
  });

  test("the children are counted and linked", () => {
    drawOne("ja", "asatsuyu");
    const heading = screen.getByRole("heading", { name: /^子（3品種）$/ });
    const children = heading.nextElementSibling?.querySelectorAll("a") ?? [];

    expect([...children].map((child) => child.getAttribute("href"))).toEqual([
      "/ja/cultivars/saemidori",
      "/ja/cultivars/tsuyuhikari",
      "/ja/cultivars/yutakamidori",
    ]);
  });
});

describe("around the record", () => {
  test("the breadcrumb leads up and ends at the cultivar", () => {
    drawOne("ja", "saemidori");
    const trail = within(screen.getByRole("navigation", { name: say.ja("cultivar.trail") }));

    expect(trail.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
      "/ja",
      "/ja/cultivars",
    ]);
    expect(trail.getByText("さえみどり").getAttribute("aria-current")).toBe("page");
  });

  test("every source is a link, with its publisher, and how sure we are is said", () => {
    const { container } = drawOne("en", "saemidori");
    const sources = [...container.querySelectorAll(".sources-list li")];

    expect(sources).toHaveLength(viewIn("en", "saemidori").sources.length);
    for (const source of sources) {
      expect(source.querySelector("a")?.href).toMatch(/^https?:\/\//);
      expect(source.querySelector("span")?.textContent).toBeTruthy();
    }
    expect(screen.getByText(say.en("cultivar.confidence.high"))).toBeDefined();
  });

  test("the citation names both names, the edition, the address that stays and the day", () => {
    drawOne("en", "saemidori");

    const citation = screen.getByText("さえみどり", {
      selector: ".citation [lang=ja]",
    }).parentElement;
    expect(citation?.textContent).toBe(
      say.en("cultivar.citeText", {
        name: "Saemidori (さえみどり)",
        site: "Chanoki",
        version: catalogueFigures.version,
        url: "https://chanoki.example/cultivars/saemidori",
        date: "November 21, 2026",
      }),
    );
  });

  test("reference managers get their forms", () => {
    drawOne("ja", "saemidori");

    const forms = { BibTeX: "bib", RIS: "ris", "CSL-JSON": "csl.json" };
    for (const [name, ending] of Object.entries(forms)) {
      const link = screen.getByRole("link", { name });
      expect(link.getAttribute("href")).toBe(`/data/v1/cultivars/saemidori.${ending}`);
    }
  });

  test("the neighbours are one step away, and missing at the ends", () => {
    drawOne("en", "saemidori");
    expect(
      screen.getByRole("link", { name: `${say.en("cultivar.next")} Sainomidori` }),
    ).toBeDefined();
    cleanup();

    drawOne("en", "akane");
    expect(document.querySelector("a[rel=prev]")).toBeNull();
  });

  test("the head tells search engines the same, in its first sentence", () => {
    const { report } = drawOne("ja", "saemidori");
    const [sentence] = viewIn("ja", "saemidori").description.split(/(?<=。)/);

    expect(document.title).toBe(
      `${say.ja("cultivar.meta.title", { nameJa: "さえみどり", nameEn: "Saemidori" })} | 茶の木`,
    );
    expect(report).toMatchObject({
      status: 200,
      description: sentence,
      canonical: "https://chanoki.example/ja/cultivars/saemidori",
    });
  });
});

describe("a cultivar that is none", () => {
  test.each([
    ["en", "/cultivars"],
    ["ja", "/ja/cultivars"],
  ] as const)("in %s says so and leads to the search", (language, href) => {
    const title = say[language]("cultivar.notFound.title");
    const search = say[language]("cultivar.notFound.search");
    const { report } = drawRecord(language, null);

    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(title);
    expect(screen.getByRole("link", { name: search }).getAttribute("href")).toBe(href);
    expect(report).toMatchObject({ status: 404, canonical: undefined });
    expect(document.head.querySelector("meta[name=robots]")?.getAttribute("content")).toBe(
      "noindex,follow",
    );
  });
});
