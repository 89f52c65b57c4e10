// @vitest-environment jsdom
/** The page of names without a record. */
import { cleanup } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { languages } from "../../../client/contracts/language.ts";
import { unconfirmedNamesOf } from "../../../client/cultivars/catalogue/evidence/unconfirmed.ts";
import UnconfirmedNamesPage from "../../../client/legal/UnconfirmedNamesPage.tsx";
import table from "../../../shared/catalogue/unconfirmed.json" with { type: "json" };
import { draw } from "../renderPage.tsx";
import { say } from "../words.ts";

afterEach(cleanup);

describe.each(languages)("page of unconfirmed names in %s", (language) => {
  const names = unconfirmedNamesOf({ language, t: say[language] });
  const drawPage = () => {
    const preloaded = [{ query: "unconfirmedNames" as const, params: {}, data: names }];
    return draw(<UnconfirmedNamesPage />, { page: "unconfirmedNames", language, preloaded })
      .container;
  };

  test("has each name at its anchor, with what is known", () => {
    const container = drawPage();
    const missing = Object.entries(table).filter(([id, { nameJa, nameEn, known }]) => {
      const text = container.querySelector(`#${id}`)?.textContent ?? "";
      return ![nameJa ?? nameEn, nameEn, known[language]].every((word) => text.includes(word));
    });

    expect(missing).toEqual([]);
  });

  test("links each name to where it was seen and to records that may be meant", () => {
    const container = drawPage();
    const missing = names.flatMap(({ id, records, sources }) => {
      const shown = [...container.querySelectorAll(`#${id} a`)].map((link) =>
        link.getAttribute("href"),
      );
      const wanted = [
        ...sources.map(({ url }) => url),
        ...records.map((record) => `${language === "ja" ? "/ja" : ""}/cultivars/${record.id}`),
      ];
      return wanted.filter((href) => !shown.includes(href));
    });

    expect(missing).toEqual([]);
  });

  test("links the notes at the page that has the name", () => {
    const links = [...drawPage().querySelectorAll<HTMLAnchorElement>("#sagarahikari a")];

    expect(links.some(({ href }) => href.endsWith("/research/STATUS.md"))).toBe(true);
  });

  test("says when no source names it", () => {
    const hokuto = drawPage().querySelector("#hokuto")?.textContent;

    expect(hokuto).toContain(say[language]("unconfirmed.nowhere"));
  });
});
