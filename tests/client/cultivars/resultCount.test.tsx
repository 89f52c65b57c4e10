// @vitest-environment jsdom
/** Number of results in the heading of the cultivar list and in the sheet of its filters. */
import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { catalogueFigures } from "../../../client/contracts/figures.ts";
import { visit } from "../renderPage.tsx";
import { translate } from "../messages.ts";

const t = translate.en;
const heading = () => document.querySelector("#results");

afterEach(cleanup);

test.each([
  ["", "count", "show", catalogueFigures.cultivars],
  ["?search=zzzz", "records", "showRecords", 0],
  ["?search=zzzz&kind=cultivar", "count", "show", 0],
  ["?search=saemidori&kind=cultivar", "count", "show", 6],
  ["?kind=line&suitableFor=gyokuro", "records", "showRecords", 0],
  ["?origin=saitama&suitableFor=gyokuro", "count", "show", 0],
] as const)("results of the list %s have the same noun in both", async (...row) => {
  const [query, noun, button, count] = row;

  await visit(`/cultivars${query}`);

  expect(heading()?.textContent).toBe(t(`cultivars.results.${noun}`, { count }));
  expect(screen.getByText(t(`cultivars.filters.${button}`, { count }))).toBeDefined();
});

test("result count is in a polite live region", async () => {
  await visit("/cultivars");

  expect(heading()?.getAttribute("aria-live")).toBe("polite");
});
