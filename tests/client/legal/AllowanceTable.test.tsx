// @vitest-environment jsdom
/** Table of the limits of new members on the page of guidelines. */
import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import GuidelinesPage from "../../../client/legal/GuidelinesPage.tsx";
import limits from "../../../shared/limits.json" with { type: "json" };
import { renderInPage } from "../renderPage.tsx";
import { eachLanguage, translate } from "../messages.ts";

afterEach(cleanup);

test.each(eachLanguage)("shows each step of the shared limits in %s", (language) => {
  renderInPage(<GuidelinesPage />, { page: "guidelines", language });
  const t = translate[language];
  const table = screen.getByRole("table", { name: t("guidelines.allowances.caption") });
  const [, ...rows] = within(table).getAllByRole("row");

  const cells = rows.map((row) =>
    within(row)
      .getAllByRole("cell")
      .map((one) => one.textContent),
  );
  const wanted = limits.allowances.map(({ posts, comments, links }) =>
    [posts, comments, links ?? t("guidelines.allowances.noLimit")].map(String),
  );
  expect(cells).toEqual(wanted);
  limits.allowances.slice(1).forEach(({ publicPosts, days }, index) => {
    const needs = within(rows[index + 1] as HTMLElement).getByRole("rowheader").textContent;
    expect(needs.match(/\d+/g)?.slice(0, 2)).toEqual([publicPosts, days].map(String));
  });
  expect(rows.at(-1)?.textContent).toContain(String(limits.establishedDays));
});
