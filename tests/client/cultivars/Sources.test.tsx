// @vitest-environment jsdom
/** Sources of a record: language of titles, links to front pages, confidence. */
import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Sources } from "../../../client/cultivars/Sources.tsx";
import { viewIn } from "../catalogue.ts";
import { renderInPage } from "../renderPage.tsx";

afterEach(cleanup);

test.each([
  ["Breeding report of Saeakari", "en"],
  ["茶の品種一覧", "ja"],
  ["Introducing: Koshun（香駿）", "ja"],
])("title %s of a source has lang %s", (title, language) => {
  const source = { title, publisher: "NARO", url: "https://example.com/", type: "paper" as const };

  renderInPage(<Sources {...{ ...viewIn("en", "saemidori"), sources: [source] }} />, {
    page: "cultivar",
  });

  expect(screen.getByRole("link", { name: title }).lang).toBe(language);
  expect(screen.getByText("NARO").lang).toBe("en");
  expect(screen.getByText("Paper")).toBeDefined();
});

test("a link to a front page is marked as such", () => {
  const note = "The link leads to the site’s front page";
  const source = {
    title: "A list",
    publisher: "A shop",
    url: "https://example.com/",
    type: "shop" as const,
    note,
  };

  renderInPage(<Sources {...{ ...viewIn("en", "saemidori"), sources: [source] }} />, {
    page: "cultivar",
  });

  expect(screen.getByText(note)).toBeDefined();
});

test("the confidence is shown with its reason", () => {
  const view = viewIn("en", "saemidori");

  renderInPage(<Sources {...view} />, { page: "cultivar" });

  expect(view.confidenceReason).toMatch(/\.$/);
  expect(document.querySelector(".sources-confidence")?.textContent).toContain(
    view.confidenceReason,
  );
});
