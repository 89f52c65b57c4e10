// @vitest-environment jsdom
/** Page of the complete pedigree. */
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import type { Language } from "../../../../client/contracts/language.ts";
import { anchorOf } from "../../../../client/cultivars/pedigree/anchors.ts";
import { wholePedigreeOf } from "../../../../client/cultivars/catalogue/overview/pedigree.ts";
import { cultivars } from "../../../../client/cultivars/catalogue/records.ts";
import { genealogyOf } from "../../../../client/cultivars/kinship/genealogy.ts";
import { choiceOf, litOf } from "../../../../client/explore/pedigree/choice.ts";
import PedigreePart from "../../../../client/explore/pedigree/PedigreePart.tsx";
import RelationPage from "../../../../client/explore/RelationPage.tsx";
import { pathFor } from "../../../../client/language/paths.ts";
import { viewMessagesIn } from "../../catalogue.ts";
import { inPage } from "../../renderPage.tsx";
import { translate } from "../../messages.ts";

afterEach(cleanup);

const pedigree = wholePedigreeOf(viewMessagesIn("ja"));
const { diagram } = pedigree;
const genealogy = genealogyOf(cultivars, "ja");

function litIds(...choice: string[]): readonly (string | null | undefined)[] {
  const lit = litOf(diagram, genealogy, choice);
  return [...(lit?.nodes ?? [])].map((index) => diagram.nodes[index]?.id);
}

function renderPedigree(search = "", language: Language = "ja") {
  const preloaded = [
    { query: "pedigree", params: {}, data: pedigree },
    { query: "genealogy", params: {}, data: genealogy },
  ] as const;
  return render(
    inPage(<PedigreePart />, {
      page: "pedigree",
      language,
      preloaded,
      path: `${pathFor("pedigree", language)}${search}`,
    }),
  ).container;
}

/** Returns the texts of the two fields of the form. */
function textsOf(page: Element): readonly (string | undefined)[] {
  return ["about", "to"].map(
    (name) => page.querySelector<HTMLInputElement>(`input[name=${name}]`)?.value,
  );
}

describe("choice", () => {
  test("has known names only, each once", () => {
    const choice = (search: string) => choiceOf(search, diagram).choice;

    expect(choice("?about=seimei&to=saemidori")).toEqual(["seimei", "saemidori"]);
    expect(choice("?about=seimei&to=seimei")).toEqual(["seimei"]);
    expect(choice("?about=nobody&to=")).toEqual([]);
  });

  test.each([
    ["せいめい", "seimei"],
    [" セイメイ ", "seimei"],
    ["Benifuuki", "benifuki"],
    ["冴え緑", "saemidori"],
    ["枕崎9号", "saemidori"],
  ])("of %s is found by name", (name, id) => {
    const { choice, unknown } = choiceOf(`?about=${encodeURIComponent(name)}`, diagram);

    expect([choice, unknown]).toEqual([[id], []]);
  });

  test("has suggestions for a misspelled or partial name, and none for an unknown one", () => {
    const of = (name: string) => choiceOf(`?about=${name}`, diagram);

    expect(of("Yabukkita")).toMatchObject({
      choice: [],
      unknown: [{ name: "Yabukkita", near: [{ id: "yabukita" }] }],
    });
    expect(of("さえ").unknown[0]?.near.map(({ id }) => id)).toEqual(
      expect.arrayContaining(["saeakari", "saemidori"]),
    );
    expect(of("-").unknown).toEqual([{ name: "-", near: [] }]);
    expect(of("Darjeelingx")).toEqual({
      choice: [],
      named: {},
      unknown: [{ name: "Darjeelingx", near: [] }],
    });
  });

  test("highlights nothing where none is chosen", () => {
    expect(litOf(diagram, genealogy, [])).toBeNull();
  });

  test("highlights ancestors and descendants of one, not its siblings", () => {
    const lit = litIds("saemidori");

    expect(lit).toEqual(expect.arrayContaining(["saemidori", "yabukita", "asatsuyu", "seimei"]));
    expect(lit).not.toContain("okumidori");
  });

  test("highlights the shortest line between two", () => {
    expect(new Set(litIds("seimei", "asatsuyu"))).toEqual(
      new Set(["seimei", "saemidori", "asatsuyu"]),
    );
  });

  test("highlights a line through a plant without a record", () => {
    const lit = litOf(diagram, genealogy, ["minamisayaka", "takachiho"]);
    const names = [...(lit?.nodes ?? [])].map((index) => diagram.nodes[index]?.nameJa);

    expect(new Set(names)).toEqual(new Set(["みなみさやか", "宮A6", "たかちほ"]));
    expect(lit?.edges.size).toBe(2);
  });

  test("highlights the line from a native population to what was selected from it", () => {
    expect(new Set(litIds("uji-zairai", "saemidori"))).toEqual(
      new Set(["uji-zairai", "asatsuyu", "saemidori"]),
    );
  });

  test("highlights only the two when no line joins them", () => {
    const lone = diagram.nodes.slice(diagram.generations.length).find(({ id }) => id !== null);

    expect(new Set(litIds("seimei", lone?.id ?? ""))).toEqual(new Set(["seimei", lone?.id]));
  });
});

describe("page of the complete pedigree", () => {
  test("draws clones with double lines and doubtful parents with broken ones", () => {
    const lines = renderPedigree().querySelectorAll(".pedigree-layers .pedigree-lines > g");
    const count = (selector: string) =>
      [...lines].filter((line) => line.matches(selector) || line.querySelector(selector)).length;
    const doubtful = diagram.edges.filter(
      ({ evidence }) => evidence === "presumed" || evidence === "disputed",
    );

    expect(lines).toHaveLength(diagram.edges.length);
    expect(count(".whole-clone")).toBe(diagram.edges.filter(({ isClone }) => isClone).length);
    expect(count(".whole-doubt")).toBe(doubtful.length);
  });

  test("links every name in picture and list to its record", () => {
    const page = renderPedigree();
    const anchors = [...page.querySelectorAll("a[id]")].map((link) => link.id);
    const entries = [...page.querySelectorAll(".whole-generation li > b > a")].map((link) =>
      link.getAttribute("href"),
    );
    const links = (id: string) => [
      anchors.filter((anchor) => anchor === anchorOf(id)).length,
      entries.filter((href) => href === `/ja/cultivars/${id}`).length,
    ];

    for (const id of Object.keys(cultivars)) expect([id, ...links(id)]).toEqual([id, 1, 1]);
  });

  test("begins every entry of the list with an upper-case letter", () => {
    const heads = [...renderPedigree("", "en").querySelectorAll(".whole-generation li > b")].map(
      ({ textContent }) => textContent ?? "",
    );

    expect(heads).toContain("Introduced seed given by the mountaineer Maki Yuko");
    expect(heads.filter((head) => /^[a-z]/.test(head))).toEqual([]);
  });

  test("has anchors that are XML names, as a drawing wants", () => {
    const anchors = [...renderPedigree().querySelectorAll("a[id]")].map(({ id }) => id);

    expect(anchors).toContain("line-23f1-107");
    expect(anchors.filter((anchor) => !/^[a-z][\w-]*$/.test(anchor))).toEqual([]);
  });

  test("names the evidence in the list", () => {
    renderPedigree();

    expect(
      screen.getAllByText(translate.ja("pedigree.list.disputed"), { exact: false }),
    ).toHaveLength(2 * diagram.edges.filter(({ evidence }) => evidence === "disputed").length);
  });

  test("says in the list where generations are not known, and that Harunonagori's are presumed", () => {
    const page = renderPedigree();
    const entry = [...page.querySelectorAll(".whole-generation li")].find(
      (item) => item.querySelector("b")?.textContent === "埼玉1号（育種系統）",
    );
    const kin = [...(entry?.querySelectorAll("dd") ?? [])].map(({ textContent }) => textContent);
    const open = translate.ja("pedigree.list.indirect");
    const presumed = translate.ja("pedigree.list.presumed");

    expect(kin).toEqual([
      `やぶきた ${open} ${presumed}`,
      `さやまみどり ${open} ${presumed}`,
      "みやまかおり",
      `はるのなごり ${presumed}`,
    ]);
  });

  test("marks and highlights the name of the address", () => {
    const page = renderPedigree("?about=seimei");

    expect(page.querySelector("[data-marked] > a")?.id).toBe("seimei");
    expect(page.querySelectorAll("g.whole-lit > a").length).toBeGreaterThan(5);
    expect(page.querySelector("h2 a")?.textContent).toBe("せいめい");
  });

  test("is linked from the relation of two names that a line joins", () => {
    const linksOf = (a: string, b: string) => {
      const params = { a, b };
      const preloaded = [
        { query: "pair", params, data: params },
        { query: "genealogy", params: {}, data: genealogy },
      ] as const;
      const options = { page: "relation", language: "ja", params, preloaded } as const;
      const { container } = render(inPage(<RelationPage />, options));
      return container.querySelectorAll(`a[href="/ja/pedigree?about=${a}&to=${b}"]`);
    };
    const lone = diagram.nodes.slice(diagram.generations.length).find(({ id }) => id !== null);

    expect(linksOf("seimei", "asatsuyu")).toHaveLength(1);
    expect(linksOf("seimei", lone?.id ?? "")).toHaveLength(0);
  });

  test.each(["ja", "en"] as const)(
    "of a line without a record has no number, in %s",
    (language) => {
      const params = { a: "minamisayaka", b: "takachiho" };
      const preloaded = [
        { query: "pair", params, data: params },
        { query: "genealogy", params: {}, data: genealogyOf(cultivars, language) },
      ] as const;
      const { container } = render(
        inPage(<RelationPage />, { page: "relation", language, params, preloaded }),
      );
      const value = container.querySelector(".relation-coefficient b")?.textContent;

      expect(value).toBe(translate[language]("relation.coefficient.open"));
      expect(container.textContent).toContain(translate[language]("relation.coefficient.why"));
      expect(container.querySelectorAll("a[href*='line']")).toHaveLength(0);
      expect(container.querySelectorAll("option[value^='line']")).toHaveLength(0);
    },
  );

  test.each([
    ["zzzzzz", "Yabukita", "やぶきた"],
    ["zzzzzz", "", ""],
    ["seimei", "せいめい", "せいめい"],
  ])("keeps each name in its field: %s and %s", (about, to, shown) => {
    const texts = textsOf(renderPedigree(`?about=${about}&to=${to}`));

    expect(texts).toEqual([about === "seimei" ? "せいめい" : about, shown]);
  });

  test("keeps what was typed, with suggestions", () => {
    const page = renderPedigree("?about=やぶきた&to=Saemidorri");

    expect(textsOf(page)).toEqual(["やぶきた", "Saemidorri"]);
    expect(screen.getByRole("status").textContent).toContain("さえみどり");
    expect(page.querySelectorAll("datalist option").length).toBe(Object.keys(cultivars).length);
  });

  test("links from two names to their relation", () => {
    const page = renderPedigree("?about=seimei&to=asatsuyu");

    expect(page.querySelector("a[href='/ja/relation/seimei/asatsuyu']")).not.toBeNull();
  });
});
