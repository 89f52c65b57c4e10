// @vitest-environment jsdom
/** Cultivar page: family, sources, citation and unknown cultivar. */
import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { catalogueFigures } from "../../../client/contracts/figures.ts";
import { viewIn } from "../catalogue.ts";
import { translate } from "../messages.ts";
import { renderCultivarById, renderCultivar, textOf } from "./record.tsx";

afterEach(cleanup);

describe("cultivar family", () => {
  const terms = () => screen.getAllByRole("term").map(({ textContent }) => textContent);

  test("shows parents by role with links to their records", () => {
    const { container } = renderCultivarById("en", "saemidori");
    const parents = [...container.querySelectorAll(".cultivar-parents > div")];

    expect(parents.map((parent) => textOf(parent.querySelector("dt")))).toEqual([
      "Seed parent",
      "Pollen parent",
    ]);
    expect(parents.map((parent) => textOf(parent.querySelector("dd > a")))).toEqual([
      "Yabukita",
      "Asatsuyu",
    ]);
    expect(parents[0]?.querySelector("a")?.getAttribute("href")).toBe("/cultivars/yabukita");
  });

  test("shows a parent without a record as plain text", () => {
    const { container } = renderCultivarById("en", "benihomare");

    expect(terms()).toContain("Selected from");
    expect(container.querySelector(".cultivar-parents dd > a")).toBeNull();
  });

  test("shows the records that a parent without a record descends from, with sources", () => {
    const { container } = renderCultivarById("en", "minamisayaka");
    const behind = container.querySelector(".cultivar-behind");

    expect(behind?.querySelector("a")?.getAttribute("href")).toBe("/cultivars/takachiho");
    expect(textOf(behind)).toContain("Descends from Takachiho");
    expect(textOf(behind?.querySelector(".claim-note") ?? null)).toContain("NARO handbook");
    expect(textOf(behind?.querySelector("small") ?? null)).toBe(
      "Breeder’s record (quoted second-hand)",
    );
  });

  test.each([
    ["harunonagori", "Breeder’s record; which line of this name is meant is presumed"],
    ["miyamakaori", "Breeder’s record"],
  ])("says of a parent of %s where its line is presumed", (id, words) => {
    const { container } = renderCultivarById("en", id);
    const parents = [...container.querySelectorAll(".cultivar-parents > div")];
    const line = parents.find((one) => textOf(one).includes("Saitama No. 1"));

    expect(textOf(line?.querySelector("dd > small"))).toBe(words);
  });

  test("calls a mutation of a cultivar by its name", () => {
    renderCultivarById("en", "shoju");

    expect(terms()).toContain("Bud sport or mutation of");
    expect(terms()).not.toContain("Selected from");
  });

  test("notes an unrecorded pollen parent only for a lone seed parent", () => {
    renderCultivarById("en", "sayamakaori");
    expect(screen.getByText(translate.en("cultivar.openPollinated"))).toBeDefined();
    cleanup();

    for (const [id, why] of [
      ["saemidori", "both are known"],
      ["yabukita", "it was selected, not crossed"],
    ] as const) {
      renderCultivarById("en", id);
      expect([why, screen.queryByText(translate.en("cultivar.openPollinated"))]).toEqual([
        why,
        null,
      ]);
      cleanup();
    }
  });

  test("says that parents and children are not known", () => {
    renderCultivarById("en", "kouju");

    expect(screen.getByText(translate.en("cultivar.parentsUnknown"))).toBeDefined();
    expect(screen.getByText(translate.en("cultivar.childrenNone"))).toBeDefined();
  });

  test("counts and links the children", () => {
    renderCultivarById("ja", "asatsuyu");
    const heading = screen.getByRole("heading", { name: /^子（3品種）$/ });
    const children = heading.nextElementSibling?.querySelectorAll("a") ?? [];

    expect([...children].map((child) => child.getAttribute("href"))).toEqual([
      "/ja/cultivars/saemidori",
      "/ja/cultivars/tsuyuhikari",
      "/ja/cultivars/yutakamidori",
    ]);
  });
});

describe("children of a cultivar", () => {
  const groups = (container: HTMLElement) =>
    [...container.querySelectorAll(".cultivar-decades > div")].map((group) => ({
      label: group.querySelector("dt")?.textContent,
      ids: [...group.querySelectorAll("a")].map((link) => link.pathname.split("/").at(-1) ?? ""),
    }));

  test.each(["en", "ja"] as const)(
    "long list in %s is grouped by decade of registration",
    (language) => {
      const { container } = renderCultivarById(language, "yabukita");
      const shown = groups(container);
      const { children } = viewIn(language, "yabukita");

      expect(shown.map(({ label }) => label)).toEqual([
        ...[1960, 1970, 1980, 1990, 2000, 2010].map((decade) =>
          translate[language]("cultivar.childrenDecade", { decade }),
        ),
        translate[language]("cultivar.childrenUndated"),
      ]);
      expect(shown.flatMap(({ ids }) => ids).sort()).toEqual(children.map(({ id }) => id).sort());
      expect(shown[3]?.ids).toContain("saemidori");
    },
  );

  test("short list has no groups", () => {
    const { container } = renderCultivarById("en", "saemidori");

    expect(groups(container)).toEqual([]);
  });
});

describe("head of a cultivar page", () => {
  test.each([
    ["en", "Saemidori さえみどり"],
    ["ja", "さえみどり Saemidori"],
  ] as const)("headline in %s begins with the name of that language", (language, names) => {
    renderCultivarById(language, "saemidori");

    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(names);
  });

  test("headline shows a name once if it is the same in both languages", () => {
    renderCultivarById("en", "z1");

    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Z1");
  });

  test("epithet, actions and pedigree precede the description", () => {
    const { container } = renderCultivarById("en", "seimei");
    const parts = container.querySelectorAll(
      ".cultivar-epithet, .cultivar-actions, .cultivar-pedigree, .cultivar-description",
    );

    expect([...parts].map(({ className }) => className)).toEqual([
      "cultivar-epithet",
      "cultivar-actions",
      "cultivar-pedigree",
      "cultivar-description",
    ]);
  });

  test("first action shares the address of the page", async () => {
    const copied = vi.fn(async () => undefined);
    const { user } = renderCultivarById("ja", "saemidori");
    vi.spyOn(navigator.clipboard, "writeText").mockImplementation(copied);

    await user.click(screen.getByRole("button", { name: translate.ja("app.share.label") }));

    expect(copied).toHaveBeenCalledExactlyOnceWith(
      "https://chanoki.example/ja/cultivars/saemidori",
    );
  });
});

describe("cultivar page", () => {
  test("breadcrumb ends at the current cultivar", () => {
    renderCultivarById("ja", "saemidori");
    const trail = within(screen.getByRole("navigation", { name: translate.ja("cultivar.trail") }));

    expect(trail.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
      "/ja",
      "/ja/cultivars",
    ]);
    expect(trail.getByText("さえみどり").getAttribute("aria-current")).toBe("page");
  });

  test("links every source with its publisher and shows the confidence", () => {
    const { container } = renderCultivarById("en", "saemidori");
    const sources = [...container.querySelectorAll(".sources-list li")];

    expect(sources).toHaveLength(viewIn("en", "saemidori").sources.length);
    for (const source of sources) {
      expect(source.querySelector("a")?.href).toMatch(/^https?:\/\//);
      expect(source.querySelector("span")?.textContent).toBeTruthy();
    }
    expect(screen.getByText(translate.en("cultivar.confidence.label"))).toBeDefined();
  });

  test("citation has names, version, permanent URL and date", () => {
    renderCultivarById("en", "saemidori");

    const citation = screen.getByText("さえみどり", {
      selector: ".citation [lang=ja]",
    }).parentElement;
    expect(citation?.textContent).toBe(
      translate.en("cultivar.citeText", {
        name: "Saemidori (さえみどり)",
        site: "Chanoki",
        version: catalogueFigures.version,
        url: "https://chanoki.example/cultivars/saemidori",
        date: "November 21, 2026",
      }),
    );
  });

  test("links to BibTeX, RIS and CSL-JSON", () => {
    renderCultivarById("ja", "saemidori");

    const forms = { BibTeX: "bib", RIS: "ris", "CSL-JSON": "csl.json" };
    for (const [name, ending] of Object.entries(forms)) {
      const link = screen.getByRole("link", { name });
      expect(link.getAttribute("href")).toBe(`/data/v1/cultivars/saemidori.${ending}`);
    }
  });

  test("links to the next cultivar and has no previous link at the start", () => {
    renderCultivarById("en", "saemidori");
    expect(
      screen.getByRole("link", { name: `${translate.en("cultivar.next")} Sagaramidori` }),
    ).toBeDefined();
    cleanup();

    renderCultivarById("en", "23f1-107");
    expect(document.querySelector("a[rel=prev]")).toBeNull();
  });

  test("head has title, first sentence as description and canonical", () => {
    const { report } = renderCultivarById("ja", "saemidori");
    const [sentence] = viewIn("ja", "saemidori").description.split(/(?<=。)/);

    expect(document.title).toBe(
      `${translate.ja("cultivar.meta.title", { nameJa: "さえみどり", nameEn: "Saemidori" })} | 茶の木`,
    );
    expect(report).toMatchObject({
      status: 200,
      description: sentence,
      canonical: "https://chanoki.example/ja/cultivars/saemidori",
    });
  });
});

describe("unknown cultivar", () => {
  test.each([
    ["en", "/cultivars"],
    ["ja", "/ja/cultivars"],
  ] as const)("in %s has status 404 and a link to the search", (language, href) => {
    const title = translate[language]("cultivar.notFound.title");
    const search = translate[language]("cultivar.notFound.search");
    const { report } = renderCultivar(language, null);

    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(title);
    expect(screen.getByRole("link", { name: search }).getAttribute("href")).toBe(href);
    expect(report).toMatchObject({ status: 404, canonical: undefined });
    expect(document.head.querySelector("meta[name=robots]")?.getAttribute("content")).toBe(
      "noindex,follow",
    );
  });
});
