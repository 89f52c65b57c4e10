// @vitest-environment jsdom
/** Sections of rights, dates, ratings, contents, areas and disagreements. */
import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import Observations from "../../../../client/cultivars/observations/Observations.tsx";
import type { Language } from "../../../../client/contracts/language.ts";
import type { ObservationsView } from "../../../../client/contracts/observations.ts";
import { observationsIn } from "../../catalogue.ts";
import { renderInPage } from "../../renderPage.tsx";
import { eachLanguage, translate } from "../../messages.ts";

afterEach(cleanup);

function renderView(language: Language, view: ObservationsView) {
  const params = { id: "any" };
  return renderInPage(<Observations />, {
    page: "cultivar",
    language,
    params,
    preloaded: [{ query: "observations", params, data: view }],
  });
}

function renderObservations(language: Language, id: string) {
  return renderView(language, observationsIn(language, id));
}

const empty: ObservationsView = {
  ...observationsIn("en", "saemidori"),
  right: null,
  timing: [],
  ratings: [],
  contents: [],
  areas: [],
  areaSeries: null,
  conflicts: [],
  history: [],
};

const section = (id: string) => {
  const found = document.getElementById(id)?.parentElement;
  if (!found) throw new Error(`no section ${id}`);
  return within(found);
};

test("without observations there is no section", () => {
  const { container } = renderView("en", empty);

  expect(container.querySelector(".observations:empty")).not.toBeNull();
});

describe.each(eachLanguage)("in %s", (language) => {
  test("each section says how many records have data of its kind", () => {
    renderView(language, {
      ...observationsIn(language, "saemidori"),
      coverage: { rights: 11, timing: 12, ratings: 13, composition: 14, area: 15, records: 20 },
    });
    const coverageTexts = [...document.querySelectorAll(".observations-coverage")].map(
      ({ textContent }) => textContent,
    );

    expect(coverageTexts.map((text) => text?.match(/\d+/g)?.map(Number).sort())).toEqual(
      [11, 12, 13, 14, 15].slice(0, coverageTexts.length).map((count) => [count, 20]),
    );
    expect(coverageTexts[1]).toBe(
      translate[language]("observations.coverage.timing", { count: 12, records: 20 }),
    );
  });

  test("the history of a record is collapsed and lists editions, the newest first", () => {
    const { container } = renderObservations(language, "hoshun");
    const steps = [...container.querySelectorAll(".observations-history > ol > li")];

    expect(section("history").getByRole("heading", { level: 2 })).toBeDefined();
    expect(container.querySelector("details.observations-history:not([open])")).not.toBeNull();
    expect(steps.at(-1)?.textContent).toContain("1.0.0");
    expect(steps.at(-1)?.textContent).toContain(
      translate[language]("observations.history.published"),
    );
    const added = language === "ja" ? "花粉親としてろくろうを加えました。" : "Pollen parent Rokuro";
    expect(steps.at(-2)?.textContent).toContain(added);
  });

  test("a reader who reported a change is named", () => {
    const [step] = observationsIn(language, "hoshun").history;
    const revision = { what: "What.", why: "Why.", credit: "Hana" };
    const named = translate[language]("observations.history.credit", { name: "Hana" });

    renderView(language, { ...empty, history: step ? [{ ...step, revisions: [revision] }] : [] });

    expect(section("history").getByText(named)).toBeDefined();
  });

  test("a recorded end is called recorded, and the status has its date", () => {
    renderObservations(language, "saemidori");
    const rights = section("rights");

    expect(rights.getByText(translate[language]("observations.rights.expired"))).toBeDefined();
    const date = language === "ja" ? "2026年11月21日" : "November 21, 2026";
    expect(document.querySelector(".observations-facts")?.textContent).toContain(
      translate[language]("observations.rights.asOf", { date }),
    );
    const whole = document.querySelector(".observations-facts .whole")?.textContent;
    expect(whole).toBe(language === "ja" ? date : undefined);
    const end = language === "ja" ? "2009年11月20日" : "November 20, 2009";
    expect(
      rights.getByText(translate[language]("observations.rights.recordedEnd", { date: end })),
    ).toBeDefined();
    expect(rights.getByText(translate[language]("observations.rights.meaning"))).toBeDefined();
  });

  test("an end without a record is called computed", () => {
    renderObservations(language, "benifuki");
    const end = language === "ja" ? "2013年8月17日" : "August 17, 2013";

    expect(
      section("rights").getByText(
        translate[language]("observations.rights.computedEnd", { date: end }),
      ),
    ).toBeDefined();
    const label = translate[language]("observations.rights.termEnd");
    expect(section("rights").getByText(label).tagName).toBe("DT");
    expect(
      screen.getByText(translate[language]("observations.rights.says.expiredComputed")),
    ).toBeDefined();
  });

  test("an export ban has no effect once the right has ended", () => {
    renderObservations(language, "ryofu");
    expect(
      screen.getByText(translate[language]("observations.rights.noExportEnded")),
    ).toBeDefined();
    cleanup();

    renderObservations(language, "kiyoka");
    expect(screen.getByText(translate[language]("observations.rights.noExport"))).toBeDefined();
  });
});

describe.each(eachLanguage)("values link to their lists in %s", (language) => {
  const path = language === "ja" ? "/ja/cultivars" : "/cultivars";
  const listsOf = (id: string) =>
    [...document.querySelectorAll(`[aria-labelledby=${id}] a[href^="${path}?"]`)].map((link) =>
      link.getAttribute("href")?.slice(path.length),
    );

  test("for the status of a right", () => {
    renderObservations(language, "saemidori");

    expect(listsOf("rights")).toEqual(["?right=expired"]);
  });

  test("for ratings of diseases that agree with the level of the list", () => {
    renderObservations(language, "saemidori");

    expect(listsOf("ratings")).toEqual([
      "?anthracnose=medium",
      "?anthracnose=medium",
      "?grayBlight=low",
      "?blisterBlight=medium",
      "?blisterBlight=high",
      "?netBlisterBlight=medium",
    ]);
  });

  test("unless no list contains the record", () => {
    renderView(language, { ...observationsIn(language, "saemidori"), isListed: false });

    expect([...listsOf("rights"), ...listsOf("ratings")]).toEqual([]);
  });
});

test("bud break and picking are two tables with one row for each trial", () => {
  renderObservations("en", "saemidori");
  const timing = observationsIn("en", "saemidori").timing;

  for (const event of ["bud", "pluck"] as const) {
    const table = section("timing").getByRole("table", {
      name: translate.en(`observations.timing.${event}`),
    });
    const rows = timing.filter((row) => row.event === event);
    expect(within(table).getAllByRole("rowheader")).toHaveLength(rows.length);
  }
});

test("each mark leads to a note with a link to the source", () => {
  const { container } = renderObservations("en", "yabukita");
  const marks = [...container.querySelectorAll(".observations-mark a")];

  expect(marks.length).toBeGreaterThan(20);
  for (const mark of marks) {
    const note = document.getElementById(mark.getAttribute("href")?.slice(1) ?? "");
    expect(note?.querySelector("a[href^=http]")).not.toBeNull();
  }
});

test("a section with one source has no marks", () => {
  const { container } = renderObservations("en", "ryofu");

  expect(container.querySelector(".observations-mark")).toBeNull();
  expect(section("ratings").getByText(/^Source/)).toBeDefined();
});

test("ratings are in the words of the source with the Japanese original", () => {
  renderObservations("en", "saemidori");
  const row = section("ratings").getByRole("rowheader", { name: "Anthracnose" }).closest("tr");

  expect(row?.textContent).toContain("fairly weak");
  expect(row?.querySelector("[lang=ja]")?.textContent).toContain("中");
});

test("contents are shown beside those of Yabukita", () => {
  renderObservations("en", "okumidori");
  const row = section("composition")
    .getByRole("rowheader", { name: /free amino/ })
    .closest("tr");

  expect([...(row?.querySelectorAll("td") ?? [])].map((cell) => cell.textContent)).toEqual([
    "1.76%a",
    "1.78%",
  ]);
});

test("the chart starts at zero and has the table's numbers", () => {
  renderObservations("en", "okumidori");
  const chart = section("area").getByRole("img");
  const bars = [...chart.querySelectorAll("rect")].map((bar) =>
    Number.parseFloat(bar.getAttribute("width") ?? ""),
  );

  expect([...chart.querySelectorAll("text")].map(({ textContent }) => textContent)).toEqual([
    "2008",
    "956",
    "2019",
    "1,225",
    "2023",
    "1,249",
  ]);
  expect((bars[0] ?? 0) / (bars[2] ?? 1)).toBeCloseTo(956 / 1249, 2);
});

test("fewer than three points have no chart", () => {
  renderObservations("en", "samidori");

  expect(section("area").queryByRole("img")).toBeNull();
});

test("open and settled disagreements differ", () => {
  const { container } = renderObservations("en", "hokumei");
  const states = [...container.querySelectorAll(".observations-conflicts > li")].map((one) => [
    one.getAttribute("data-status"),
    one.querySelector("h3 small")?.textContent,
  ]);

  expect(states).toEqual([
    ["settled", "settled"],
    ["open", "open"],
    ["open", "open"],
    ["settled", "settled"],
  ]);
});
