/** Harvest line: label and picture. */
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { HarvestLine } from "../../../../client/cultivars/catalogue/HarvestLine.tsx";
import type { Harvest } from "../../../../client/contracts/cultivar.ts";
import type { Language } from "../../../../client/contracts/language.ts";
import { index } from "../../catalogue.ts";
import { translate } from "../../messages.ts";

function harvestAt(days: number, basis: Harvest["basis"] = "pluck"): Harvest {
  return { days, from: days, to: days, basis };
}

function renderLine(harvest: Harvest, language: Language = "en", isStandard = false) {
  const markup = renderToStaticMarkup(
    <HarvestLine harvest={harvest} isStandard={isStandard} t={translate[language]} />,
  );
  const found = (pattern: RegExp) => pattern.exec(markup)?.[1];
  return {
    markup,
    label: found(/aria-label="([^"]*)"/),
    days: found(/class="harvest-line-days"[^>]*>([^<]*)</),
    dot: found(/<circle[^>]* cx="([^"]*)"/),
    range: /class="harvest-line-range" x1="([^"]*)" x2="([^"]*)"/.exec(markup)?.slice(1),
  };
}

describe("harvest label", () => {
  test.each([
    ["en", harvestAt(-4, "bud"), "Buds about 4 days before Yabukita", "4 days earlier"],
    ["ja", harvestAt(-4, "bud"), "萌芽期はやぶきたより約4日早い", "4日早い"],
    ["en", harvestAt(11), "Picked about 11 days after Yabukita", "11 days later"],
    ["ja", harvestAt(11), "摘採期はやぶきたより約11日遅い", "11日遅い"],
    ["en", harvestAt(0), "Picked at about the same time as Yabukita", "same"],
    ["ja", harvestAt(0, "bud"), "萌芽期はやぶきたとほぼ同じ", "同じ"],
    ["en", harvestAt(-4.5), "Picked about 4.5 days before Yabukita", "4.5 days earlier"],
  ] as const)("in %s: %o", (language, harvest, label, days) => {
    expect(renderLine(harvest, language)).toMatchObject({ label, days });
  });

  test.each([
    ["en", "Picked about 2 to 7 days before Yabukita", "2–7 days earlier"],
    ["ja", "摘採期はやぶきたより約2〜7日早い", "2〜7日早い"],
  ] as const)("of a range in %s has both ends", (language, label, days) => {
    const range: Harvest = { days: -4.5, from: -7, to: -2, basis: "pluck" };

    expect(renderLine(range, language)).toMatchObject({ label, days });
  });

  test("of a later range goes from the smaller to the larger number", () => {
    expect(renderLine({ days: 8.5, from: 7, to: 10, basis: "pluck" }).label).toBe(
      "Picked about 7 to 10 days after Yabukita",
    );
  });

  test("of a range around zero has both sides", () => {
    expect(renderLine({ days: 0.5, from: -2, to: 3, basis: "bud" })).toMatchObject({
      label: "Buds between 2 days before and 3 after Yabukita",
      days: "2 days before to 3 after",
    });
    expect(renderLine({ days: 0, from: -1, to: 1, basis: "bud" }).label).toBe(
      "Buds between 1 day before and 1 after Yabukita",
    );
  });

  test.each([
    ["en", "Yabukita’s first flush is the reference", "reference"],
    ["ja", "やぶきたの一番茶が基準です", "基準"],
  ] as const)("of Yabukita in %s says that it is the reference", (language, label, days) => {
    const { markup, ...texts } = renderLine(harvestAt(0), language, true);

    expect(texts).toMatchObject({ label, days });
    expect(markup).not.toContain("harvest-line-name");
  });
});

describe("harvest picture", () => {
  test.each([
    ["bud", "Yabukita’s bud break"],
    ["pluck", "Yabukita’s picking"],
  ] as const)("names the compared event %s at its middle", (basis, name) => {
    expect(renderLine({ ...harvestAt(3), basis }).markup).toContain(name);
  });

  test("has role img", () => {
    expect(renderLine(harvestAt(3)).markup).toContain('role="img"');
  });

  test.each([
    [-14, "0%"],
    [-7, "25%"],
    [0, "50%"],
    [7, "75%"],
    [14, "100%"],
    [-4.5, "33.9%"],
  ])("places %i days at %s of the axis", (days, place) => {
    expect(renderLine(harvestAt(days)).dot).toBe(place);
  });

  test.each([
    [-13, "start"],
    [-5, "start"],
    [-4, "middle"],
    [4, "middle"],
    [5, "end"],
  ])("at %i days has the text anchor %s", (days, anchor) => {
    expect(renderLine(harvestAt(days)).markup).toMatch(
      new RegExp(`harvest-line-days"[^>]* text-anchor="${anchor}"`),
    );
  });

  test("has a bar for a range and none for a single day", () => {
    expect(renderLine({ days: 0, from: -7, to: 7, basis: "bud" }).range).toEqual(["25%", "75%"]);
    expect(renderLine(harvestAt(3)).range).toBeUndefined();
  });

  test("marks bud break by a diamond and picking by a circle", () => {
    expect(renderLine(harvestAt(3, "bud")).markup).toMatch(/<path class="harvest-line-dot"/);
    expect(renderLine(harvestAt(3, "bud")).dot).toBeUndefined();
    expect(renderLine(harvestAt(3)).markup).not.toContain("<path");
  });

  test("keeps every cultivar within the axis", () => {
    const places = index.en.cultivars.flatMap(({ harvest, otherHarvest }) =>
      [harvest, otherHarvest].flatMap((one) => {
        if (one === null) return [];
        const { dot = "", range = [] } = renderLine({ ...one, basis: "pluck" });
        return [dot, ...range].map(Number.parseFloat);
      }),
    );

    expect(Math.min(...places)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...places)).toBeLessThanOrEqual(100);
  });
});

describe("both events", () => {
  const both = (language: Language) =>
    renderToStaticMarkup(
      <HarvestLine
        harvest={harvestAt(-5)}
        other={harvestAt(-10, "bud")}
        isStandard={false}
        t={translate[language]}
      />,
    );

  test.each([
    ["en", "● Picked: 5 days earlier", "◆ Buds: 10 days earlier"],
    ["ja", "● 摘採期は5日早い", "◆ 萌芽期は10日早い"],
  ] as const)("in %s are named with their days", (language, above, below) => {
    const texts = [...both(language).matchAll(/class="harvest-line-days"[^>]*>([^<]*)</g)];

    expect(texts.map(([, text]) => text)).toEqual([above, below]);
  });

  test("have marks of two shapes on one axis", () => {
    expect(both("en").match(/<(circle|path) class="harvest-line-dot"/g)).toHaveLength(2);
    expect(both("en").match(/harvest-line-axis/g)).toHaveLength(1);
  });

  test("are both in the label", () => {
    expect(both("en")).toContain(
      'aria-label="Picked about 5 days before Yabukita; Buds about 10 days before Yabukita"',
    );
  });
});
