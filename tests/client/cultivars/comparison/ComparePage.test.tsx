// @vitest-environment jsdom
/** Page of a comparison: table, kinship, form and unknown names. */
import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { loadCultivarNames } from "../../../../client/contracts/catalogue.ts";
import type { Language } from "../../../../client/contracts/language.ts";
import Comparison from "../../../../client/cultivars/comparison/Comparison.tsx";
import { namedIds } from "../../../../client/cultivars/comparison/ids.ts";
import { genealogyOf } from "../../../../client/cultivars/kinship/genealogy.ts";
import { cultivars } from "../../../../client/cultivars/catalogue/records.ts";
import { pageOf } from "../../renderPage.tsx";
import { InRouter } from "../../inRouter.tsx";
import { render } from "@testing-library/react";
import { translate } from "../../messages.ts";
import { recordsIn } from "./records.ts";

afterEach(cleanup);

async function renderComparison(language: Language, search: string) {
  const names = await loadCultivarNames(language);
  const known = namedIds(search)
    .filter((id) => id in names)
    .slice(0, 4);
  const page = pageOf({ page: "compare", language, path: `/compare${search}` });
  const seed = { language, params: {} } as const;
  page.store.seed(seed.language, [
    { query: "cultivarNames", params: {}, data: names },
    { query: "genealogy", params: {}, data: genealogyOf(cultivars, language) },
  ]);
  const compared = { query: "compared", params: {}, data: recordsIn(language, known) } as const;
  page.store.seed(language, [compared], search);
  return render(
    <InRouter page={page}>
      <Comparison />
    </InRouter>,
  );
}

describe("comparison", () => {
  test("is a table with a header for every record and every fact", async () => {
    await renderComparison("ja", "?ids=saemidori,okumidori,seimei");

    const table = screen.getByRole("table", { name: translate.ja("comparison.caption") });
    expect(within(table).getAllByRole("columnheader")).toHaveLength(4);
    const origin = within(table).getByRole("row", { name: /^育成地/ });
    expect(within(origin).getByRole("rowheader").textContent).toContain("違いあり");
    expect(within(origin).getAllByRole("cell")).toHaveLength(3);
  });

  test("marks a difference in words, and a value that all share", async () => {
    await renderComparison("en", "?ids=saemidori,okumidori");

    const uses = screen.getByRole("row", { name: /^Suitable for/ });
    expect(within(uses).getByText(translate.en("comparison.difference.different"))).toBeDefined();
    const shared = [...uses.querySelectorAll("[data-shared='true']")];
    expect(shared.length).toBeGreaterThan(1);
    expect(uses.querySelectorAll("[data-shared='false']").length).toBeGreaterThan(0);
  });

  test("names the common ancestors of all and each pair's relation", async () => {
    await renderComparison("ja", "?ids=saemidori,okumidori,seimei");

    expect(screen.getByText("どれもやぶきたを祖先にもちます。")).toBeDefined();
    expect(screen.getByText(/さえみどりはせいめいの親です。/)).toBeDefined();
    const pairs = screen.getAllByRole("link", { name: /^血縁係数/ });
    expect(pairs.map((link) => link.getAttribute("href"))).toEqual([
      "/ja/relation/saemidori/okumidori",
      "/ja/relation/saemidori/seimei",
      "/ja/relation/okumidori/seimei",
    ]);
  });

  test("names the common ancestor of all that only presumed parents give", async () => {
    await renderComparison("en", "?ids=kondowase,yabukita,okumidori");

    const sentence = "Yabukita is an ancestor of all the others.";
    expect(
      screen.getByText(translate.en("comparison.kinship.counted", { sentence })),
    ).toBeDefined();
  });

  test("keeps a Japanese date in one line", async () => {
    await renderComparison("ja", "?ids=benifuki,yabukita");

    const whole = [...document.querySelectorAll("td .whole")].map((date) => date.textContent);
    expect(whole).toContain("2013年8月17日");
  });

  test("says that one of the records is an ancestor of the others", async () => {
    await renderComparison("en", "?ids=saemidori,yabukita,okumidori");

    expect(screen.getByText("Yabukita is an ancestor of all the others.")).toBeDefined();
  });

  test("names the evidence of a parent, and what presumed parents would change", async () => {
    await renderComparison("en", "?ids=kondowase,yabukita");

    const parents = screen.getByRole("row", { name: /^Parents/ });
    expect(within(parents).getAllByText(/Presumed/, { selector: "li > small" })).not.toEqual([]);
    expect(screen.getByText(translate.en("relation.doubtful.uncounted"))).toBeDefined();
    expect(
      screen.getByText(/^No common ancestor of Kondowase and Yabukita is known/),
    ).toBeDefined();
    expect(
      screen.getByText("Counted with them: Kondowase is a child of Yabukita. Coefficient 0.5."),
    ).toBeDefined();
  });

  test("says that one of the records is the native population of the others", async () => {
    await renderComparison("en", "?ids=asahi,uji-zairai,samidori");

    expect(screen.getByText("Uji zairai is an ancestor of all the others.")).toBeDefined();
    expect(screen.getByText(/^Asahi was selected from Uji zairai\./)).toBeDefined();
  });

  test("links to combinations are not followed", async () => {
    const { container } = await renderComparison("en", "?ids=saemidori,okumidori");

    const links = [...container.querySelectorAll("a[href*='/compare'], a[href*='/relation/']")];
    expect(links.length).toBeGreaterThan(4);
    expect(links.filter((link) => link.getAttribute("rel") !== "nofollow")).toEqual([]);
  });

  test("each record can be removed, and one added while there are fewer than four", async () => {
    await renderComparison("en", "?ids=saemidori,okumidori,seimei");

    const remove = screen.getByRole("link", { name: "Remove Okumidori from the comparison" });
    expect(remove.getAttribute("href")).toBe("/compare?ids=saemidori,seimei");
    expect(screen.getByRole("button", { name: "Add" })).toBeDefined();
    cleanup();

    await renderComparison("en", "?ids=saemidori,okumidori,seimei,yabukita");
    expect(screen.queryByRole("button")).toBeNull();
  });

  test("of one record is a form that keeps it and suggests similar ones", async () => {
    const { container } = await renderComparison("ja", "?ids=saemidori");

    expect(screen.queryByRole("table")).toBeNull();
    expect(screen.getByText(/^さえみどりを選びました。/)).toBeDefined();
    const kept = container.querySelector("form[action='/ja/compare'] input[name='ids']");
    expect(kept?.getAttribute("value")).toBe("saemidori");
    expect(
      container.querySelectorAll(".comparison-links a[href^='/ja/compare?ids=saemidori,']").length,
    ).toBeGreaterThan(2);
  });

  test("of no records is a form with an explanation", async () => {
    await renderComparison("en", "");

    expect(screen.getByText(translate.en("comparison.form.lead"))).toBeDefined();
    expect(screen.getAllByRole("combobox").map((field) => field.getAttribute("name"))).toEqual([
      "a",
      "b",
      "c",
    ]);
  });

  test("says which names are unknown and which records are too many", async () => {
    await renderComparison("ja", "?ids=saemidori,nothing,okumidori,seimei,yabukita,asatsuyu");

    expect(screen.getByText("「nothing」という品種や系統は、この図鑑にありません。")).toBeDefined();
    expect(screen.getByText(/四つまでです。あさつゆは/)).toBeDefined();
  });
});
