// @vitest-environment jsdom
/** Marks of sources beside the values of a record. */
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import type { CultivarView } from "../../../client/contracts/cultivar.ts";
import { cultivars } from "../../../client/cultivars/catalogue/records.ts";
import { numbersOf } from "../../../client/cultivars/claims/numbers.ts";
import { ComparisonRows } from "../../../client/cultivars/comparison/rows.ts";
import { CultivarFacts } from "../../../client/cultivars/CultivarFacts.tsx";
import { today, viewIn } from "../catalogue.ts";
import { translate } from "../messages.ts";
import { renderInPage } from "../renderPage.tsx";
import { recordsIn } from "./comparison/records.ts";
import { renderCultivarById, renderCultivar } from "./record.tsx";

const view = viewIn("en", "yabukita");
const [first, second] = view.sources;

function renderFacts(claims: typeof view.claims, disputed: typeof view.disputed = []) {
  renderCultivar("en", { ...view, claims, disputed });
}

/** Returns the disclosure of the mark beside a value. */
function mark(label: string): HTMLDetailsElement {
  const summary = screen.getByLabelText(new RegExp(`^Source of ${label}: `));
  const details = summary.closest("details");
  if (details === null) throw new Error("the mark is not in a disclosure");
  return details;
}

const sign = (label: string) => mark(label).querySelector("summary")?.textContent;

afterEach(cleanup);

const hasClaim = (id: string, field: string) => Object.hasOwn(cultivars[id]?.claims ?? {}, field);

/** Returns a record that states the field, with the claim of this field alone. */
function claiming(field: string): CultivarView {
  const id = Object.keys(cultivars).find((one) => one !== "yabukita" && hasClaim(one, field)) ?? "";
  const cultivar = viewIn("en", id);
  const own = Object.entries(cultivar.claims).filter(([one]) => one === field);
  const claims = Object.fromEntries(own);
  return { ...cultivar, claims, parents: [], disputed: [], disputes: {}, undecided: [] };
}

const claimedFields = new Set(
  Object.values(cultivars).flatMap(({ claims }) => Object.keys(claims)),
);

test.each([...claimedFields])(
  "the value of %s has one on the page and in a comparison",
  (field) => {
    const cultivar = claiming(field);
    const records = recordsIn("en", [cultivar.id]).map((one) => ({ ...one, cultivar }));
    const { rows } = new ComparisonRows(records, { language: "en", t: translate.en, today });
    const { container } = renderInPage(<CultivarFacts cultivar={cultivar} />);

    const cells = rows.filter(({ name }) => name !== "right").flatMap((row) => row.cells);
    const compared = cells.flatMap(({ claims, items }) => [
      ...claims,
      ...items.flatMap((item) => item.claims ?? []),
    ]);
    expect(compared).toHaveLength(1);
    expect(container.querySelector(".claim")).not.toBeNull();
  },
);

describe("mark of a value", () => {
  test.each(["en", "ja"] as const)("has each of its signs in the legend in %s", (language) => {
    const legend = translate[language]("cultivar.claim.key");

    expect(["“1”", "(1)", "−1", "≠"].filter((one) => !legend.includes(one))).toEqual([]);
  });

  test("shows the numbers of its sources, and the basis by signs around them", () => {
    renderFacts({
      breeder: { basis: "read", sources: [0, 2, 3, 4] },
      origin: { basis: "quoted", sources: [1], quoted: "a paper" },
      aroma: { basis: "carried", sources: [0, 1, 2] },
    });

    expect(sign("Breeder")).toBe("1, 3–5");
    expect(sign("Origin")).toBe("“2”");
    expect(sign("Aroma and taste")).toBe("(1–3)");
  });

  test("opens a note with basis and links to the sources", () => {
    renderFacts({ origin: { basis: "quoted", sources: [0, 1], quoted: "a paper of 1953" } });
    const note = within(mark("Origin"));

    expect(note.getByText(/Second-hand.*a paper of 1953/)).toBeDefined();
    expect(note.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
      first?.url,
      second?.url,
    ]);
  });

  test("calls a value from notes second-hand and names the document that they quote", () => {
    renderCultivarById("en", "kiyoka");

    expect(sign("Registration")).toMatch(/^“\d+”$/);
    expect(within(mark("Registration")).getByText(/register no\. 28148/)).toBeDefined();
  });

  test("links to the disagreement of its field", () => {
    renderFacts({ maturity: { basis: "read", sources: [0] } }, ["maturity"]);

    expect(sign("Maturity")).toBe("1 ≠");
    const link = within(mark("Maturity")).getByText(translate.en("cultivar.claim.disagree"));
    expect(link.getAttribute("href")).toBe("#conflicts");
  });

  test.each(["en", "ja"] as const)(
    "lists the values of the sources that disagree in %s",
    (language) => {
      renderCultivarById(language, "okumidori");
      const { disputes } = viewIn(language, "okumidori");
      const values = disputes.harvest ?? [];

      const notes = [...document.querySelectorAll(".cultivar-facts .claim-values")];
      const lines = [...(notes[0]?.querySelectorAll("li") ?? [])];
      expect(values.length).toBeGreaterThan(1);
      expect(lines).toHaveLength(values.length);
      values.forEach(({ value, sources }, place) => {
        expect(lines[place]?.textContent).toContain(value);
        expect([...(lines[place]?.querySelectorAll("a") ?? [])].map((link) => link.href)).toEqual(
          sources.map(({ url }) => url),
        );
      });
    },
  );

  test("names the document that a disagreeing source quotes", () => {
    renderCultivarById("en", "asatsuyu");

    expect(mark("Maturity").textContent).toContain("(second-hand: 茶の品種登録と命名");
  });

  test("shows the basis of a disagreeing source by the signs around it", () => {
    renderCultivarById("en", "tenmyo");
    const [mid, early] = [...mark("Maturity").querySelectorAll(".claim-values a")];

    expect(mid?.textContent).toMatch(/^\(Cultivar records.*\)$/);
    expect(early?.textContent).not.toMatch(/[()]/);
  });

  test("shows the basis of a numbered source of a field without a value", () => {
    renderCultivarById("en", "hokumei");
    const row = screen.getByText("Resistance to anthracnose").parentElement;
    const links = [...(row?.querySelectorAll(".claim-values a") ?? [])];

    expect(links.map((link) => link.firstChild?.textContent)).toContainEqual(
      expect.stringMatching(/^“\d+”$/),
    );
  });

  test("of a parent lists what other sources say of this parent", () => {
    renderCultivarById("en", "meiryoku");

    const { disputes } = viewIn("en", "meiryoku");
    const values = mark("Yamatomidori").querySelectorAll(".claim-values li");
    expect(values).toHaveLength(disputes.parents?.length ?? 0);
    expect(sign("Yamatomidori")).toContain("≠");
  });

  test.each([
    ["meiryoku", "Yabukita"],
    ["hokumei", "Saitama No. 13"],
  ])("of a parent of %s does not show a disagreement about the other", (id, parent) => {
    renderCultivarById("en", id);

    expect(sign(parent)).not.toContain("≠");
    expect(mark(parent).querySelector(".claim-values")).toBeNull();
    expect(screen.getByText(`≠ ${translate.en("cultivar.claim.disagree")}`)).toBeDefined();
  });

  test("of both parents shows a disagreement about both", () => {
    renderCultivarById("en", "nagomiyutaka");

    expect(["Saitama No. 16", "Fuku 8"].filter((one) => !sign(one)?.includes("≠"))).toEqual([]);
  });

  test("of a right beside a naming has its own sources", () => {
    renderCultivarById("en", "saemidori");

    expect(sign("Plant variety right")).not.toBe(sign("Registration"));
    const link = within(mark("Plant variety right")).getByRole("link");
    expect(link.getAttribute("href")).toContain("TOUROKU_NO=2881");
    expect(mark("Registration").textContent).not.toContain("2881");
  });

  test("of the year is that of the registration", () => {
    renderCultivarById("en", "saemidori");

    expect(sign("Registration year")).toBe(sign("Registration"));
  });

  test("follows every value of a real record and each parent", () => {
    renderCultivarById("ja", "meiryoku");
    const rows = document.querySelectorAll(".cultivar-facts > .cultivar-fact");
    const parents = document.querySelectorAll(".cultivar-parents dd");

    expect([...rows].filter((row) => !row.querySelector(".claim"))).toEqual([]);
    expect([...parents].filter((row) => !row.querySelector(".claim"))).toEqual([]);
  });

  test("a field without a value says that its sources disagree", () => {
    renderCultivarById("en", "hokumei");
    const row = screen.getByText("Resistance to anthracnose").parentElement;

    const text = row?.querySelector("dd")?.textContent ?? "";
    expect(text).toContain(translate.en("cultivar.claim.disagree"));
    const values = viewIn("en", "hokumei").disputes["traits.anthracnoseResistance"] ?? [];
    expect(values.length).toBeGreaterThan(1);
    for (const { value } of values) expect(text).toContain(value);
  });
});

describe("open note", () => {
  const both = {
    origin: { basis: "read", sources: [0] },
    maturity: { basis: "read", sources: [1] },
  } as const;

  test("closes by Escape and returns the focus to its mark", () => {
    renderFacts(both);
    const details = mark("Origin");
    details.open = true;
    within(details).getByRole("link").focus();

    fireEvent.keyDown(document.activeElement ?? document, { key: "Escape" });

    expect(details.open).toBe(false);
    expect(document.activeElement).toBe(details.querySelector("summary"));
  });

  test("closes by a press elsewhere, not by one inside", () => {
    renderFacts(both);
    const details = mark("Origin");
    details.open = true;

    fireEvent.click(within(details).getByText("Read in the source:"));
    expect(details.open).toBe(true);
    fireEvent.click(document.body);
    expect(details.open).toBe(false);
  });

  test("shares its name with the others, so that only one is open", () => {
    renderFacts(both);

    expect(mark("Origin").getAttribute("name")).toBe(mark("Maturity").getAttribute("name"));
  });
});

test.each([
  [[0], "1"],
  [[0, 1], "1, 2"],
  [[0, 1, 2, 6], "1–3, 7"],
])("places %j are the numbers %s", (places, numbers) => {
  expect(numbersOf(places)).toBe(numbers);
});
