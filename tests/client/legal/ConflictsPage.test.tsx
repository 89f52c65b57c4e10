// @vitest-environment jsdom
/** Page of all disagreements between sources. */
import { readFileSync } from "node:fs";
import { cleanup, within } from "@testing-library/react";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import ConflictsPage from "../../../client/legal/ConflictsPage.tsx";
import { conflictsOf } from "../../../client/cultivars/catalogue/evidence/conflicts.ts";
import { documentNamed } from "../../../client/cultivars/catalogue/evidence/documents.ts";
import { subjectOf } from "../../../client/cultivars/catalogue/evidence/disputes.ts";
import { conflicts, sources } from "../../../client/cultivars/catalogue/records.ts";
import { type Language, languages } from "../../../client/contracts/language.ts";
import { renderInPage } from "../renderPage.tsx";
import { translate } from "../messages.ts";

interface Untraced {
  readonly note: "registration" | "parents";
  readonly said: Readonly<Record<Language, string>>;
  readonly follows: Readonly<Record<Language, string>>;
}

const untraced: Readonly<Record<string, Untraced>> = JSON.parse(
  readFileSync("shared/catalogue/untraced.json", "utf8"),
);
const all = Object.entries(conflicts).flatMap(([id, found]) =>
  found.map((conflict) => ({ id, conflict })),
);

function renderPage(language: Language): HTMLElement {
  const data = conflictsOf({ language, t: translate[language] });
  const preloaded = [{ query: "conflicts" as const, params: {}, data }];
  return renderInPage(<ConflictsPage />, { page: "conflicts", language, preloaded }).container;
}

/** Returns the parts of the page about a record, in the lists of open and settled disagreements. */
function partsOf(container: HTMLElement, id: string): HTMLElement[] {
  const links = container.querySelectorAll(`.conflict-record h3 a[href$="/cultivars/${id}"]`);
  return [...links].flatMap((link) => link.closest<HTMLElement>(".conflict-record") ?? []);
}

type Disagreement = (typeof all)[number]["conflict"];

/** Returns the wanted texts of each disagreement that are missing in the parts about its record. */
function missingIn(container: HTMLElement, wanted: (conflict: Disagreement) => string[]): string[] {
  return all.flatMap(({ id, conflict }) => {
    const text = partsOf(container, id)
      .map((part) => part.textContent)
      .join();
    return wanted(conflict)
      .filter((word) => !text.includes(word))
      .map((word) => `${id}: ${word}`);
  });
}

describe.each(languages)("page of disagreements in %s", (language) => {
  // Rendered once for all tests, which do not change it, since the page is long.
  let container: HTMLElement;
  beforeAll(() => {
    container = renderPage(language);
  });
  afterAll(cleanup);

  test("says once of a value from the notes that it is second-hand", () => {
    expect(container.textContent).not.toMatch(/（孫引き）（|（孫引き） （|\(second-hand\) \(/);
  });

  test("has each with its field, its values, what the record follows, and why", () => {
    const missing = missingIn(container, (conflict) => [
      translate[language](`conflicts.field.${subjectOf(conflict)}`),
      ...conflict.values.map(({ value }) => value[language]),
      translate[language]("conflicts.follows", { value: conflict.follows[language] }),
      conflict.reason[language],
    ]);

    expect(container.querySelectorAll(".conflict")).toHaveLength(all.length);
    expect(missing).toEqual([]);
  });

  test("names a value once, also if several sources give it", () => {
    const lists = [...container.querySelectorAll(".conflict dl")];
    const names = lists.map((list) => [...list.querySelectorAll("dt")].map((dt) => dt.textContent));

    expect(names.filter((some) => new Set(some).size < some.length)).toEqual([]);
    expect(lists.some((list) => list.querySelector("dd > ul + ul"))).toBe(true);
  });

  test("links each value to its sources, at their pages on the record", () => {
    const missing = all.flatMap(({ id, conflict }) => {
      const shown = partsOf(container, id).flatMap((part) =>
        [...part.querySelectorAll("dd a")].map((link) => link.getAttribute("href")),
      );
      return conflict.values
        .flatMap((value) => value.sources)
        .map((key) => sources[key]?.pages?.[id] ?? sources[key]?.url ?? key)
        .filter((url) => !shown.includes(url));
    });

    expect(missing).toEqual([]);
  });

  test("says of each value how it was found in its sources", () => {
    const missing = missingIn(container, ({ values }) =>
      values.map(({ basis, quoted = "" }) =>
        translate[language](`conflicts.basis.${basis}`, {
          document: documentNamed(quoted, language),
        }),
      ),
    );
    const bases = new Set(all.flatMap(({ conflict }) => conflict.values.map((one) => one.basis)));

    expect(missing).toEqual([]);
    expect([...bases].toSorted()).toEqual(["carried", "quoted", "read"]);
  });

  test("invites better evidence, and lists settled ones below the open ones", () => {
    const link = within(container).getByText(translate[language]("conflicts.report"));
    const headings = [...container.querySelectorAll("h2")].map((one) => one.textContent);

    expect(link.getAttribute("href")).toMatch(/\/contact$/);
    expect(headings).toEqual([
      translate[language]("conflicts.open"),
      translate[language]("conflicts.settled"),
      translate[language]("conflicts.untraced"),
    ]);
  });

  test("links from each open record to the form for better evidence", () => {
    const links = [...container.querySelectorAll(".conflict-report")];
    const open = Object.entries(conflicts).filter(([, found]) =>
      found.some(({ status }) => status === "open"),
    );

    expect(
      links.map((link) => link.getAttribute("href")?.split("cultivar:")[1]).toSorted(),
    ).toEqual(open.map(([id]) => id).toSorted());
    expect(links.every((link) => link.getAttribute("rel") === "nofollow")).toBe(true);
  });

  test("names the heading of the notes for each difference without a page", () => {
    const rows = [...container.querySelectorAll(".conflict-untraced")];
    const texts = rows.map((row) => row.textContent ?? "");

    expect(rows).toHaveLength(Object.keys(untraced).length);
    Object.values(untraced).forEach(({ said, follows, note }, place) => {
      expect(texts[place]).toContain(said[language]);
      expect(texts[place]).toContain(follows[language]);
      expect(texts[place]).toContain(translate[language](`conflicts.note.${note}`));
    });
  });

  test("has one anchor for each record", () => {
    const anchors = [...container.querySelectorAll("[id].conflict-record")];

    expect(anchors.map(({ id }) => id).toSorted()).toEqual(Object.keys(conflicts).toSorted());
  });
});
