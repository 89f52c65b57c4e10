// @vitest-environment jsdom
/** Pedigree diagram: links, text and container. */
import { cleanup, render } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, describe, expect, test, vi } from "vitest";
import { diagramsOf } from "../../../../client/cultivars/pedigree/diagrams.ts";
import {
  PedigreeDiagram,
  type PedigreeView,
} from "../../../../client/cultivars/pedigree/PedigreeDiagram.tsx";
import type { Diagram } from "../../../../client/contracts/pedigree.ts";
import { catalogue, groups } from "./catalogue.ts";

const diagrams = diagramsOf(catalogue, groups);

function ancestorsOf(id: string): Diagram {
  const diagram = diagrams.ancestors[id];
  if (diagram === undefined) throw new Error(`no diagram of ${id}`);
  return diagram;
}

const saemidori: PedigreeView = {
  diagram: ancestorsOf("saemidori"),
  language: "ja",
  current: "saemidori",
  href: (id) => `/ja/cultivars/${id}`,
  label: "さえみどりの家系図",
};

function renderDiagram(view: Partial<PedigreeView> = {}) {
  const { container } = render(<PedigreeDiagram {...saemidori} {...view} />);
  const links = [...container.querySelectorAll("a")];
  return { container, links };
}

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe("pedigree links", () => {
  test("lead to every cultivar page", () => {
    const { links } = renderDiagram();

    expect(links.map((link) => link.getAttribute("href")).sort()).toEqual([
      "/ja/cultivars/asatsuyu",
      "/ja/cultivars/saemidori",
      "/ja/cultivars/shizuoka-zairai",
      "/ja/cultivars/uji-zairai",
      "/ja/cultivars/yabukita",
    ]);
  });

  test("mark only the page's own cultivar as current", () => {
    const { container } = renderDiagram();
    const current = [...container.querySelectorAll("[aria-current=page]")];

    expect(current.map((link) => link.getAttribute("href"))).toEqual(["/ja/cultivars/saemidori"]);
  });

  test("are missing for stock without a record", () => {
    const { container, links } = renderDiagram({ diagram: ancestorsOf("benihomare") });

    expect(container.textContent).toContain("多田系印度雑種");
    expect(links.some((link) => link.textContent?.includes("多田系"))).toBe(false);
  });

  test("for the other parent are not nested in the member's link", () => {
    const diagram = diagrams.groups[4];
    const { links } = renderDiagram({ ...(diagram && { diagram }) });
    const other = links.find((link) => link.textContent === "× やぶきた");

    expect(other?.getAttribute("href")).toBe("/ja/cultivars/yabukita");
    expect(other?.parentElement?.closest("a")).toBeNull();
  });
});

describe("pedigree text", () => {
  test.each([
    ["ja", "さえみどり", "Saemidori", "en"],
    ["en", "Saemidori", "さえみどり", "ja"],
  ] as const)(
    "in %s has the other language's name as second line",
    (language, first, second, lang) => {
      const { container } = renderDiagram({ language });
      const [name, below] = container.querySelectorAll("[aria-current] text");

      expect(name?.textContent).toBe(first);
      expect(below?.textContent).toBe(second);
      expect(below?.getAttribute("lang")).toBe(lang);
    },
  );

  test("link title has both names and the lineage", () => {
    const { links } = renderDiagram({ lineage: (code) => groups[code]?.nameJa ?? "" });
    const titles = links.map((link) => link.querySelector("title")?.textContent);

    expect(titles).toContain("あさつゆ Asatsuyu (あさつゆ)");
  });

  test("legend lists only the line kinds that occur", () => {
    const words = { seed: "種子親", pollen: "花粉親", selection: "選抜のもと", indirect: "間接" };
    const { container } = renderDiagram({ words });
    const key = [...container.querySelectorAll("li")].map((item) => item.textContent);

    expect(key).toEqual(["種子親", "花粉親", "選抜のもと"]);
  });

  test("evidence is a sign on the line, in the legend and in words", () => {
    const words = { seed: "Seed", dna: "DNA markers agree", disputed: "Disputed" };
    const { container } = renderDiagram({
      diagram: ancestorsOf("meiryoku"),
      language: "en",
      words,
    });
    const listed = [...container.querySelectorAll("li")].map((item) => item.textContent);

    expect(container.querySelectorAll("path.pedigree-pollen.pedigree-disputed")).toHaveLength(1);
    expect(listed).toContain("●Disputed");
    expect(listed).toContain("Yamatomidori → Meiryoku: Disputed");
    expect(listed.join()).not.toContain("DNA");
  });

  test("evidence in Japanese words follows a full-width colon", () => {
    const words = { seed: "種子親", disputed: "異説あり" };
    const { container } = renderDiagram({ diagram: ancestorsOf("meiryoku"), words });
    const listed = [...container.querySelectorAll("li")].map((item) => item.textContent);

    expect(listed).toContain("やまとみどり → めいりょく：異説あり");
  });

  test("a parent that only a list states has its own sign and words", () => {
    const words = { seed: "Seed", list: "Stated in a list only" };
    const { container } = renderDiagram({ diagram: ancestorsOf("nanmei"), language: "en", words });
    const listed = [...container.querySelectorAll("li")].map((item) => item.textContent);

    expect(container.querySelectorAll("path.pedigree-list").length).toBeGreaterThan(0);
    expect(listed).toContain("■Stated in a list only");
    expect(listed).toContain("Sayamakaori → Nanmei: Stated in a list only");
  });

  test("unknown parent is a question mark with a title", () => {
    const { container } = renderDiagram({
      diagram: ancestorsOf("sayamakaori"),
      words: { unknown: "不明" },
    });
    const unknown = container.querySelector(".pedigree-unknown");

    expect(unknown?.querySelector("text")?.textContent).toBe("?");
    expect(unknown?.querySelector("title")?.textContent).toBe("不明");
  });

  test("long name is shortened in the drawing and whole in its title", () => {
    const { container } = renderDiagram({ diagram: ancestorsOf("minamisayaka"), language: "en" });
    const line = container.querySelector("g.pedigree-line, g.pedigree-native");
    const title = line?.querySelector("title")?.textContent ?? "";

    expect(title).not.toBe("");
    expect(line?.querySelector("text")?.textContent?.length).toBeLessThan(title.length);
  });
});

describe("pedigree container", () => {
  test("is a labelled group", () => {
    const { container } = renderDiagram();
    const svg = container.querySelector("svg");

    expect(svg?.getAttribute("role")).toBe("group");
    expect(svg?.getAttribute("aria-label")).toBe("さえみどりの家系図");
  });

  function regionAt(width: number) {
    vi.spyOn(HTMLElement.prototype, "scrollWidth", "get").mockReturnValue(508);
    vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(width);
    const { container } = renderDiagram();
    return container.querySelector("[role=region]");
  }

  test("is a focusable labelled region when it overflows", () => {
    const region = regionAt(288);

    expect(region?.getAttribute("tabindex")).toBe("0");
    expect(region?.getAttribute("aria-label")).toBe("さえみどりの家系図");
  });

  test("is no region when it does not overflow", () => {
    expect(regionAt(508)).toBeNull();
  });

  test("has no inline styles and less than 2500 characters", () => {
    const markup = renderToString(<PedigreeDiagram {...saemidori} />);

    expect(markup).not.toContain("style=");
    expect(markup.length).toBeLessThan(2500);
  });
});
