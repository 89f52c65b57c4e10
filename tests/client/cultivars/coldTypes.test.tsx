// @vitest-environment jsdom
/** Cold hardiness by type of injury, beside the general level of the record. */
import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import resistance from "../../../shared/catalogue/resistance.json" with { type: "json" };
import { ratedTraits } from "../../../client/contracts/observations.ts";
import { ids, viewIn } from "../catalogue.ts";
import { translate } from "../messages.ts";
import { renderCultivarById } from "./record.tsx";

const ratings: Readonly<Record<string, readonly { trait: string; level: string }[]>> = resistance;
const coldTraits: readonly string[] = ratedTraits.cold;

afterEach(cleanup);

test("every record shows cold ratings that differ from its own or from each other", () => {
  const hiding = ids.filter((id) => {
    const { traits, coldByType, disputed } = viewIn("en", id);
    const own = traits.filter(({ trait }) => trait === "coldHardiness").map(({ level }) => level);
    const types = (ratings[id] ?? []).filter(({ trait }) => coldTraits.includes(trait));
    const levels = new Set([...own, ...types.map(({ level }) => level)]);
    const isHidden = types.length > 0 && levels.size > 1;
    return isHidden && coldByType === null && !disputed.includes("traits.coldHardiness");
  });

  expect(hiding).toEqual([]);
});

test.each([
  ["en", "Blue scorch in winter: fairly weak"],
  ["ja", "青枯れ やや弱"],
] as const)("a level and its types share a row in %s", (language, text) => {
  renderCultivarById(language, "yamanoibuki");

  const row = screen.getByText(translate[language]("cultivar.coldHardiness")).closest("div");
  expect(row?.textContent).toContain(text);
  expect(row?.querySelector("a[href='#ratings']")?.textContent).toBe(
    translate[language]("cultivar.coldByType"),
  );
});

test("types without a level have a row of their own", () => {
  renderCultivarById("en", "sofu");

  const row = screen.getByText(translate.en("cultivar.coldHardiness")).closest("div");
  expect(row?.textContent).toContain("Red scorch in winter: ");
});

test("types that agree with the level are not repeated", () => {
  expect(viewIn("en", "sayamakaori").coldByType).toBeNull();
});
