// @vitest-environment jsdom
/** The page of a lineage group and the list of all groups. */
import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import type { Language } from "../../../client/contracts/language.ts";
import LineagePage from "../../../client/explore/LineagePage.tsx";
import LineagesPage from "../../../client/explore/LineagesPage.tsx";
import type { QueryData } from "../../../client/page/queries.ts";
import { lineageIn, lineageListIn } from "../catalogue.ts";
import { renderInPage } from "../renderPage.tsx";
import { translate } from "../messages.ts";

afterEach(cleanup);

function renderLineage(language: Language, data: QueryData["lineage"]) {
  const params = { code: data?.id ?? "99" };
  const preloaded = [{ query: "lineage", params, data }] as const;
  return renderInPage(<LineagePage />, { page: "lineage", language, params, preloaded });
}

describe("page of a lineage", () => {
  test("lists the members by year, those without a year last", () => {
    const years = lineageIn("en", "0").members.map(({ year }) => Number(year || 9999));

    expect(years).toEqual([...years].sort((a, b) => a - b));
    expect(years.at(-1)).toBe(9999);
  });

  test("has the same names in diagram and list", () => {
    for (const code of lineageListIn("ja").map(({ id }) => id)) {
      const { diagram, members } = lineageIn("ja", code);
      const drawn = diagram.nodes.flatMap(({ id }) => id ?? []);

      expect(members.map(({ id }) => id).sort()).toEqual(drawn.sort());
    }
  });

  test("names the founder of a lineage, or all of them", () => {
    const founders = (code: string) => lineageIn("en", code).founders.map(({ id }) => id);

    expect(founders("4")).toEqual(["asatsuyu"]);
    expect(founders("7")).toContain("benitachiwase");
    expect(founders("7")).not.toContain("benihikari");
  });

  test("says in the list which parents are disputed or presumed", () => {
    renderLineage("ja", lineageIn("ja", "0"));
    const row = screen.getByRole("rowheader", { name: /^おくみどり/ }).closest("tr");

    expect(row?.textContent).toContain(translate.ja("cultivar.diagram.disputed"));
  });

  test("links names in list and diagram to the records", () => {
    const { container } = renderLineage("ja", lineageIn("ja", "4"));
    const table = within(screen.getByRole("table"));
    const links = table.getAllByRole("link", { name: "さえみどり" });

    expect(links[0]?.getAttribute("href")).toBe("/ja/cultivars/saemidori");
    expect(container.querySelector("svg #saemidori")?.getAttribute("href")).toBe(
      "/ja/cultivars/saemidori",
    );
  });

  test("keeps names in its history on one line", () => {
    const { container } = renderLineage("ja", lineageIn("ja", "13"));
    const names = container.querySelectorAll(".lineage-story .whole");

    expect([...names].map((name) => name.textContent)).toContain("さやまみどり");
  });

  test("of an unknown code is missing", () => {
    renderLineage("en", null);

    expect(screen.getByText(translate.en("lineage.unknown.body"))).toBeDefined();
  });
});

test("list of lineages keeps the names of founders on one line", () => {
  const preloaded = [{ query: "lineages", params: {}, data: lineageListIn("ja") }] as const;
  const { container } = renderInPage(<LineagesPage />, {
    page: "lineages",
    language: "ja",
    preloaded,
  });
  const names = [...container.querySelectorAll(".whole")].map((name) => name.textContent);

  expect(names).toContain("やぶきた");
});

test("list of lineages links to fourteen pages", () => {
  const preloaded = [{ query: "lineages", params: {}, data: lineageListIn("en") }] as const;
  const { container } = renderInPage(<LineagesPage />, {
    page: "lineages",
    language: "en",
    preloaded,
  });
  const addresses = [...container.querySelectorAll("h2 a")].map((link) =>
    link.getAttribute("href"),
  );

  expect(addresses).toEqual(Array.from({ length: 14 }, (_, code) => `/lineages/${code}`));
});
