// @vitest-environment jsdom
/** Cultivar card: names, registration, lineages and harvest. */
import { cleanup, screen } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { CultivarCard } from "../../../../client/cultivars/catalogue/CultivarCard.tsx";
import type { Language } from "../../../../client/contracts/language.ts";
import { viewIn } from "../../catalogue.ts";
import { renderInPage } from "../../renderPage.tsx";
import { translate } from "../../messages.ts";

function renderCard(id: string, language: Language = "en", rank: "h2" | "h3" = "h3") {
  return renderInPage(<CultivarCard cultivar={viewIn(language, id)} rank={rank} />, { language });
}

afterEach(cleanup);

describe("cultivar card", () => {
  test.each([
    ["en", "/cultivars/saemidori", "/compare?ids=saemidori"],
    ["ja", "/ja/cultivars/saemidori", "/ja/compare?ids=saemidori"],
  ] as const)("in %s links to its record and to a comparison", (language, ...hrefs) => {
    renderCard("saemidori", language);

    const links = screen.getAllByRole("link");
    expect(links.map((link) => link.getAttribute("href"))).toEqual(hrefs);
    expect(links[1]?.getAttribute("rel")).toBe("nofollow");
    expect(screen.getByRole("article").id).toBe("c-saemidori");
  });

  test("has the heading rank of its prop", () => {
    renderCard("saemidori", "en", "h2");

    expect(screen.getByRole("heading", { level: 2, name: "Saemidori" })).toBeDefined();
  });

  test("has both names once in the accessible name in Japanese", () => {
    const { container } = renderCard("saemidori", "ja");

    expect(screen.getAllByRole("link")[0]?.textContent).toBe("さえみどり Saemidori");
    expect(container.querySelector(".cultivar-card-upright")?.getAttribute("aria-hidden")).toBe(
      "true",
    );
  });

  test("shows origin and registration", () => {
    renderCard("saemidori");

    expect(screen.getByText("Kagoshima · Norin No. 40, 1990")).toBeDefined();
  });

  test("without an origin starts with its registration", () => {
    renderInPage(
      <CultivarCard cultivar={{ ...viewIn("en", "saemidori"), origin: null }} rank="h3" />,
    );

    expect(screen.getByText("Norin No. 40, 1990")).toBeDefined();
  });

  test("shows its lineages with colours and its uses", () => {
    renderCard("saemidori");
    const chips = screen.getAllByRole("listitem");

    expect(chips.map(({ textContent }) => textContent).slice(0, 3)).toEqual([
      "Yabukita",
      "Asatsuyu",
      "sencha",
    ]);
    expect(chips[1]?.querySelector("[data-lineage='4']")).not.toBeNull();
  });

  test("shows picking before bud break, as lists sort by it", () => {
    renderCard("kiyoka");

    const name = screen.getByRole("img").getAttribute("aria-label") ?? "";
    expect(name).toMatch(/^Picked about 8 days before Yabukita; Buds about 13 days before/);
  });

  test("shows the harvest, or that it is not recorded", () => {
    renderCard("saemidori");
    expect(screen.getByRole("img", { name: /4 days before Yabukita/ })).toBeDefined();
    cleanup();

    renderCard("kouju");
    expect(screen.getByText(translate.en("cultivars.card.noHarvest"))).toBeDefined();
    expect(screen.queryByRole("img")).toBeNull();
  });
});
