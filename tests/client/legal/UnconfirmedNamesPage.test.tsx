// @vitest-environment jsdom
/** Page of names without a record. */
import { cleanup } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { languages } from "../../../client/contracts/language.ts";
import { unconfirmedNamesOf } from "../../../client/cultivars/catalogue/evidence/unconfirmed.ts";
import UnconfirmedNamesPage from "../../../client/legal/UnconfirmedNamesPage.tsx";
import table from "../../../shared/catalogue/unconfirmed.json" with { type: "json" };
import { renderInPage } from "../renderPage.tsx";
import { translate } from "../messages.ts";

afterEach(cleanup);

describe.each(languages)("page of unconfirmed names in %s", (language) => {
  const names = unconfirmedNamesOf({ language, t: translate[language] });
  const renderPage = () => {
    const preloaded = [{ query: "unconfirmedNames" as const, params: {}, data: names }];
    return renderInPage(<UnconfirmedNamesPage />, { page: "unconfirmedNames", language, preloaded })
      .container;
  };

  test("has each name at its anchor, with what is known", () => {
    const container = renderPage();
    const missing = Object.entries(table).filter(([id, { nameJa, nameEn, known }]) => {
      const text = container.querySelector(`#${id}`)?.textContent ?? "";
      return ![nameJa ?? nameEn, nameEn, known[language]].every((word) => text.includes(word));
    });

    expect(missing).toEqual([]);
  });

  test("links each name to its source and to records that may be meant", () => {
    const container = renderPage();
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
    const links = [...renderPage().querySelectorAll<HTMLAnchorElement>("#sagarahikari a")];

    expect(links.some(({ href }) => href.endsWith("/research/STATUS.md"))).toBe(true);
  });

  test("says when no source names it", () => {
    const hokuto = renderPage().querySelector("#hokuto")?.textContent;

    expect(hokuto).toContain(translate[language]("unconfirmed.nowhere"));
  });
});
