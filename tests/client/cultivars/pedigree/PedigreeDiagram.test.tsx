// @vitest-environment jsdom
/** The drawn pedigree: real links, both languages, reachable and named without colour. */
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

function drawn(view: Partial<PedigreeView> = {}) {
  const { container } = render(<PedigreeDiagram {...saemidori} {...view} />);
  const links = [...container.querySelectorAll("a")];
  return { container, links };
}

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe("links", () => {
  test("every cultivar is a real link to its page", () => {
    const { links } = drawn();

    expect(links.map((link) => link.getAttribute("href")).sort()).toEqual([
      "/ja/cultivars/asatsuyu",
      "/ja/cultivars/saemidori",
      "/ja/cultivars/yabukita",
    ]);
  });

  test("the page's own cultivar is marked as current, and no other", () => {
    const { container } = drawn();
    const current = [...container.querySelectorAll("[aria-current=page]")];

    expect(current.map((link) => link.getAttribute("href"))).toEqual(["/ja/cultivars/saemidori"]);
  });

  test("stock without a record is named, not linked", () => {
    const { container, links } = drawn();

    expect(container.textContent).toContain("宇治在来");
    expect(links.some((link) => link.textContent?.includes("宇治在来"))).toBe(false);
  });

  test("the other parent of a group's member is a link of its own, outside the member's", () => {
    const diagram = diagrams.groups[4];
    const { links } = drawn({ ...(diagram && { diagram }) });
    const other = links.find((link) => link.textContent === "× やぶきた");

    expect(other?.getAttribute("href")).toBe("/ja/cultivars/yabukita");
    expect(other?.parentElement?.closest("a")).toBeNull();
  });
});

describe("words", () => {
  test.each([
    ["ja", "さえみどり", "Saemidori", "en"],
    ["en", "Saemidori", "さえみどり", "ja"],
  ] as const)(
    "in %s the name stands first and the other language below",
    (language, first, second, lang) => {
      const { container } = drawn({ language });
      const [name, below] = container.querySelectorAll("[aria-current] text");

      expect(name?.textContent).toBe(first);
      expect(below?.textContent).toBe(second);
      expect(below?.getAttribute("lang")).toBe(lang);
    },
  );

  test("a link's title has both names, and the lineage that its dot stands for", () => {
    const { links } = drawn({ lineage: (code) => groups[code]?.nameJa ?? "" });
    const titles = links.map((link) => link.querySelector("title")?.textContent);

    expect(titles).toContain("あさつゆ Asatsuyu (あさつゆ)");
  });

  test("the key lists the kinds of line that occur, in the words handed in", () => {
    const words = { seed: "種子親", pollen: "花粉親", selection: "選抜のもと", indirect: "間接" };
    const { container } = drawn({ words });
    const key = [...container.querySelectorAll("li")].map((item) => item.textContent);

    expect(key).toEqual(["種子親", "花粉親", "選抜のもと"]);
  });

  test("an unknown parent is a question whose title says so", () => {
    const { container } = drawn({
      diagram: ancestorsOf("sayamakaori"),
      words: { unknown: "不明" },
    });
    const unknown = container.querySelector(".pedigree-unknown");

    expect(unknown?.querySelector("text")?.textContent).toBe("?");
    expect(unknown?.querySelector("title")?.textContent).toBe("不明");
  });

  test("a long name is shortened in the drawing and whole in its title", () => {
    const { container } = drawn({ diagram: ancestorsOf("okuyutaka"), language: "en" });
    const line = container.querySelector(".pedigree-line");

    expect(line?.querySelector("text")?.textContent).toBe("F1NN8");
    expect(line?.querySelector("title")?.textContent).toContain("F1NN8 (Tamamidori x S6)");
  });
});

describe("the box", () => {
  test("the drawing is a named group", () => {
    const { container } = drawn();
    const svg = container.querySelector("svg");

    expect(svg?.getAttribute("role")).toBe("group");
    expect(svg?.getAttribute("aria-label")).toBe("さえみどりの家系図");
  });

  function regionAt(width: number) {
    vi.spyOn(HTMLElement.prototype, "scrollWidth", "get").mockReturnValue(508);
    vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(width);
    const { container } = drawn();
    return container.querySelector("[role=region]");
  }

  test("it is a named stop for the keyboard where it is wider than its place", () => {
    const region = regionAt(288);

    expect(region?.getAttribute("tabindex")).toBe("0");
    expect(region?.getAttribute("aria-label")).toBe("さえみどりの家系図");
  });

  test("it is none where all of it shows", () => {
    expect(regionAt(508)).toBeNull();
  });

  test("its markup is lean: no styles in line, and few bytes a name", () => {
    const markup = renderToString(<PedigreeDiagram {...saemidori} />);

    expect(markup).not.toContain("style=");
    expect(markup.length).toBeLessThan(2500);
  });
});
