// @vitest-environment jsdom
/** Facts of a cultivar. */
import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { viewIn } from "../catalogue.ts";
import { translate } from "../messages.ts";
import { renderCultivarById, renderCultivar, textOf } from "./record.tsx";

/** Returns the rows of the facts, text by label, without the marks of sources. */
function facts(): Readonly<Record<string, string>> {
  const list = screen.getByRole("region", { name: /Facts|記録/ }).querySelectorAll("dl > div");
  return Object.fromEntries(
    [...list].map((row) => [
      textOf(row.querySelector("dt")).trim(),
      textOf(row.querySelector("dd")),
    ]),
  );
}

const nothingKnown = {
  aliases: [],
  origin: null,
  breeder: null,
  uses: [],
  maturity: null,
  harvest: null,
  otherHarvest: null,
  aroma: [],
  traits: [],
  components: [],
  characteristics: [],
  parents: [],
  children: [],
  sources: [],
  claims: {},
  disputed: [],
  coldByType: null,
  disputes: {},
  undecided: [],
  ancestors: null,
  previous: null,
  next: null,
} as const;

afterEach(cleanup);

describe("cultivar facts", () => {
  test("number the disagreeing sources of a field without a value", () => {
    renderCultivarById("en", "saemidori");

    const row = screen.getByText(translate.en("cultivar.coldHardiness")).parentElement;
    const first = row?.querySelector(".claim-values a");
    expect(first?.textContent).toMatch(/^“7” Cultivar records, source notes/);
  });

  test("have the expected rows in English", () => {
    renderCultivarById("en", "saemidori");

    expect(Object.keys(facts())).toEqual([
      "Origin",
      "Breeder",
      "Suitable for",
      "Maturity",
      "First flush: bud break, days from Yabukita",
      "First flush: picking, days from Yabukita",
      "Aroma and taste",
      "Amino acids",
      "Quality",
      "Yield",
      "Resistance to anthracnose",
      "Resistance to grey blight",
      "Cold hardiness",
      "Registration",
      "Registration year",
      "Also called",
      "ID",
    ]);
    expect(facts()).toMatchObject({
      Origin: "Kagoshima",
      Maturity: "Early",
      "Aroma and taste": "elegant, rich umami, low astringency",
      Yield: "About the same as Yabukita",
      "Resistance to grey blight": "Low",
      "Also called": "枕崎9号",
      ID: "saemidori",
    });
  });

  test("have the expected rows in Japanese", () => {
    renderCultivarById("ja", "saemidori");

    expect(facts()).toMatchObject({
      育成地: "鹿児島県",
      早晩性: "早生",
      香味: "上品な香り、旨味、渋味が少ない",
      アミノ酸: "多い",
      収量: "やぶきたと同程度",
      輪斑病抵抗性: "弱",
    });
  });

  test.each([
    ["ja", "mizumiiro-kaori", "みずみいろかおり"],
    ["en", "mizumiiro-kaori", "みずみいろかおり"],
    ["ja", "kasuga-zairai", "かすがざいらい"],
  ] as const)("say in %s that no source gives the reading of %s", (language, id, kana) => {
    renderCultivarById(language, id);

    const note = translate[language]("cultivar.readingUncertain");
    expect(facts()).toMatchObject({ [translate[language]("cultivar.reading")]: kana + note });
  });

  test("have no note for a reading that a source gives", () => {
    renderCultivarById("ja", "hoshinomidori");

    expect(facts()).toMatchObject({ よみ: "ほしのみどり" });
  });

  test("of Yabukita have no comparison with Yabukita", () => {
    renderCultivarById("en", "yabukita");

    expect(facts()).not.toHaveProperty("Yield");
    expect(facts()).toHaveProperty("Quality");
  });

  test.each([
    [
      "en",
      {
        "Disease resistance": "High",
        "Shooting ability": "Good",
        Propagation: "Fair",
        "Flower fragrance": "Faint",
      },
    ],
    ["ja", { 耐病性: "強", 芽立ち: "良好", 繁殖性: "中程度", 花の香り: "弱い" }],
  ] as const)("show the traits that few records state, in %s", (language, rows) => {
    const traits = [
      { trait: "diseaseResistance", level: "high" },
      { trait: "shootingAbility", level: "high" },
      { trait: "propagation", level: "medium" },
      { trait: "flowerFragrance", level: "low" },
    ] as const;

    renderCultivar(language, { ...viewIn(language, "saemidori"), ...nothingKnown, traits });

    expect(facts()).toMatchObject(rows);
  });

  test.each(["diseaseResistance", "shootingAbility", "propagation", "flowerFragrance"] as const)(
    "leave out the row of %s where the record has no value",
    (trait) => {
      renderCultivarById("en", "saemidori");

      expect(facts()).not.toHaveProperty(translate.en(`cultivar.${trait}`));
    },
  );

  test("omit rows without data", () => {
    renderCultivar("en", { ...viewIn("en", "saemidori"), ...nothingKnown });

    expect(Object.keys(facts())).toEqual(["Registration", "Registration year", "ID"]);
    expect(screen.queryByText(translate.en("cultivar.characteristics"))).toBeNull();
    expect(screen.queryByText(translate.en("cultivar.levelNote"))).toBeNull();
  });

  test("show a reading as a row and as ruby for a name in kanji", () => {
    const { container } = renderCultivarById("ja", "yamanoibuki");

    expect(facts().よみ).toBe("やまのいぶき");
    expect([...container.querySelectorAll("h1 rt")].map((rt) => rt.textContent)).toEqual([
      "やま",
      "いぶき",
    ]);
  });

  test("show no reading for a name in kana", () => {
    const { container } = renderCultivarById("ja", "saemidori");

    expect(facts()).not.toHaveProperty("よみ");
    expect(container.querySelector("rt")).toBeNull();
  });

  test("link the origin to its prefecture, and uses to the filtered list", () => {
    renderCultivarById("ja", "saemidori");
    const link = (name: string) => screen.getByRole("link", { name }).getAttribute("href");

    expect(link("鹿児島県")).toBe("/ja/prefectures/kagoshima");
    expect(link("玉露")).toBe("/ja/cultivars?suitableFor=gyokuro");
  });
});

describe("cultivar registration", () => {
  const registration = () =>
    screen.getByText(translate.en("cultivar.registration")).nextElementSibling;

  test("with two events has two lines and two years", () => {
    renderCultivarById("en", "saemidori");
    const lines = [...(registration()?.querySelectorAll("ul > li > a") ?? [])];

    expect(lines.map((line) => line.textContent)).toEqual([
      "Named Norin No. 40 in the national tea series, 1990",
      "Plant variety register no. 2881, granted 1991",
    ]);
    expect(facts()["Registration year"]).toBe("1990 (named in the national series)");
  });

  test("with one event is not a list", () => {
    renderCultivarById("en", "asahi");

    expect(registration()?.querySelector("ul")).toBeNull();
    expect(textOf(registration())).toBe("Recommended by Kyoto Prefecture, 1954");
  });

  test("is collapsed below a summary, with other names and id", () => {
    const { container } = renderCultivarById("en", "saemidori");
    const fold = container.querySelector("details.cultivar-registry");

    expect(fold?.hasAttribute("open")).toBe(false);
    expect(fold?.querySelector("summary")?.textContent).toBe(
      `${translate.en("cultivar.registry")} ${viewIn("en", "saemidori").registration}`,
    );
    expect([...(fold?.querySelectorAll("dt") ?? [])].map((term) => term.textContent)).toEqual([
      "Registration",
      "Registration year",
      "Also called",
      "ID",
    ]);
  });

  test("is expanded for print", () => {
    const { container } = renderCultivarById("en", "saemidori");

    dispatchEvent(new Event("beforeprint"));

    expect(container.querySelector("details.cultivar-registry")?.hasAttribute("open")).toBe(true);
  });

  test("distinguishes a registration that was not found from an unknown year", () => {
    renderCultivarById("en", "z1");
    expect(facts()["Registration year"]).toBe("No registration found");
    cleanup();

    renderCultivarById("en", "shizuyutaka");
    expect(facts()["Registration year"]).toBe("Not known");
  });
});

describe("first flush", () => {
  type FlushBasis = "standard" | "bud" | "pluck";
  /** Returns the label of a row, which ends in the word joiner of its mark. */
  const labelled = (basis: FlushBasis) => `${translate.en(`cultivar.firstFlush.${basis}`)}\u2060`;
  const flush = (basis: FlushBasis) => screen.getByText(labelled(basis)).nextElementSibling;

  test.each([
    ["saemidori", "bud", translate.en("cultivar.harvestNoteBud")],
    ["saemidori", "pluck", translate.en("cultivar.harvestNotePluck")],
    ["kanayamidori", "bud", translate.en("cultivar.harvestNoteBud")],
    ["kanayamidori", "pluck", translate.en("cultivar.harvestNotePluck")],
  ] as const)("of %s names the compared event", (id, basis, note) => {
    renderCultivarById("en", id);

    expect(flush(basis)?.querySelector("p")?.textContent).toBe(note);
  });

  test("has for each event the sources of its days", () => {
    renderCultivarById("en", "fukumidori");

    const labels = [...document.querySelectorAll("dt:has(.claim)")].map((one) =>
      one.querySelector("summary")?.getAttribute("aria-label"),
    );
    const numbers = labels.filter((one) => one?.includes("First flush"));
    expect(new Set(numbers).size).toBe(2);
  });

  test("of one event has one row", () => {
    renderCultivarById("en", "sainomidori");

    expect(screen.queryByText(labelled("bud"))).toBeNull();
  });

  test("of Yabukita is the reference without a comparison", () => {
    renderCultivarById("en", "yabukita");

    expect(flush("standard")?.querySelector("p")).toBeNull();
    expect(
      within(screen.getByRole("article")).getByRole("img", { name: /is the reference/ }),
    ).toBeDefined();
  });
});
