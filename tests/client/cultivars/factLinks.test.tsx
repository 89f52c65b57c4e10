// @vitest-environment jsdom
/** Links of the facts of a cultivar to the lists with the same value. */
import { cleanup, screen } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { index, viewIn } from "../catalogue.ts";
import { translate } from "../messages.ts";
import { renderCultivarById, textOf } from "./record.tsx";

afterEach(cleanup);

test.each(["en", "ja"] as const)("year leads to the list of its decade in %s", (language) => {
  renderCultivarById(language, "saemidori");

  const row = [...document.querySelectorAll("dl > div")].find(
    (one) =>
      one.querySelector("dt")?.textContent === translate[language]("cultivar.registrationYear"),
  );
  const path = language === "ja" ? "/ja/cultivars" : "/cultivars";
  expect(row?.querySelector("dd a")?.getAttribute("href")).toBe(`${path}?decade=1990`);
});

describe.each(["en", "ja"] as const)("values link to their lists in %s", (language) => {
  const path = language === "ja" ? "/ja/cultivars" : "/cultivars";

  /** Returns the queries of the links of a row to the list. */
  function listsOf(label: string): readonly (string | null)[] {
    const terms = [...document.querySelectorAll("dt")];
    const row = terms.find((term) => textOf(term).trim() === label)?.parentElement;
    const links = [...(row?.querySelectorAll(`dd a[href^="${path}?"]`) ?? [])];
    return links.map((link) => link.getAttribute("href")?.slice(path.length) ?? null);
  }

  test("for aroma, each note with its words", () => {
    renderCultivarById(language, "saemidori");

    expect(listsOf(translate[language]("cultivar.aroma"))).toEqual([
      "?aroma=elegant",
      "?aroma=rich,umami",
    ]);
  });

  test("for registers, each event with its own", () => {
    renderCultivarById(language, "saemidori");

    expect(listsOf(translate[language]("cultivar.registration"))).toEqual([
      "?register=norin",
      "?register=pvp",
    ]);
  });

  test("for the evidence of a parent", () => {
    renderCultivarById(language, "seimei");

    expect(listsOf(translate[language]("cultivar.role.seed"))).toContain(
      "?evidence=breeder-record",
    );
  });

  test("unless the record is of a kind that no list contains", () => {
    renderCultivarById(language, "z1");

    expect(listsOf(translate[language]("cultivar.registration"))).toEqual([]);
  });
});

test("only the link to a list of several words has rel nofollow", () => {
  renderCultivarById("en", "saemidori");
  const link = (name: string) => screen.getByRole("link", { name });

  expect(link("rich umami").getAttribute("rel")).toBe("nofollow");
  expect(link("elegant").hasAttribute("rel")).toBe(false);
});

test.each(["en", "ja"] as const)(
  "notes on aroma lead to every word of their record in %s",
  (language) => {
    const named = index[language].cultivars.filter(({ kind }) => kind === null);
    for (const { id, facets } of named) {
      const { aroma, lists } = viewIn(language, id);
      const linked = new Set(
        lists.aroma.flatMap((words) => (words === "" ? [] : words.split(","))),
      );
      expect(lists.aroma).toHaveLength(aroma.length);
      expect([...linked].sort()).toEqual(
        (facets.aroma ?? []).filter((word) => word !== "other").sort(),
      );
    }
  },
);
