// @vitest-environment jsdom
/** Lineage entries and their diagrams. */
import { cleanup, screen, waitFor } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, describe, expect, test } from "vitest";
import type { CultivarView } from "../../../client/contracts/cultivar.ts";
import type { Language } from "../../../client/contracts/language.ts";
import { LineageEntries } from "../../../client/cultivars/LineageEntries.tsx";
import { viewIn } from "../catalogue.ts";
import { renderInPage, inPage } from "../renderPage.tsx";
import { translate } from "../messages.ts";

function renderLineages(language: Language, cultivar: CultivarView) {
  return renderInPage(<LineageEntries cultivar={cultivar} />, { page: "cultivar", language });
}

function entry(container: Element, name: string): Element {
  const link = [...container.querySelectorAll("h3 a")].find((a) => a.textContent === name);
  const found = link?.closest("li");
  if (!found) throw new Error(`no lineage named ${name}`);
  return found;
}

function withLineageId(cultivar: CultivarView, id: string): CultivarView {
  return { ...cultivar, lineageViews: cultivar.lineageViews.map((view) => ({ ...view, id })) };
}

const yaeho = viewIn("en", "yaeho");
const label = translate.en("cultivar.lineageImage", { name: "Yaeho" });

afterEach(cleanup);

describe("lineage entry", () => {
  test("lists the links from the founder down to the cultivar", () => {
    const { container } = renderLineages("ja", viewIn("ja", "seimei"));
    const steps = [...entry(container, "あさつゆ").querySelectorAll("ol a")];

    expect(steps.map((step) => [step.textContent, step.getAttribute("href")])).toEqual([
      ["あさつゆ", "/ja/cultivars/asatsuyu"],
      ["さえみどり", "/ja/cultivars/saemidori"],
      ["せいめい", "/ja/cultivars/seimei"],
    ]);
  });

  test("says beside a step that its line is presumed", () => {
    const { container } = renderLineages("en", viewIn("en", "harunonagori"));
    const steps = [...entry(container, "Yabukita").querySelectorAll("ol li")];

    expect(steps.map(({ textContent }) => textContent)).toEqual([
      "Yabukita",
      `Harunonagori${translate.en("cultivar.diagram.presumed")}`,
    ]);
  });

  test("links to the list of its lineage", () => {
    const { container } = renderLineages("en", viewIn("en", "seimei"));

    expect(entry(container, "Uji native").querySelector("h3 a")?.getAttribute("href")).toBe(
      "/cultivars?lineage=13",
    );
  });

  test("of the founder says that it is the founder", () => {
    renderLineages("en", viewIn("en", "yabukita"));

    expect(screen.getByText(translate.en("cultivar.lineageSelf"))).toBeDefined();
  });

  test("of a cultivar without lineage has no diagram", () => {
    const { container } = renderLineages("en", viewIn("en", "kouju"));

    expect(screen.getByText(translate.en("cultivar.lineageNone"))).toBeDefined();
    expect(container.querySelector("details")).toBeNull();
  });
});

describe("lineage diagram", () => {
  async function open(user: ReturnType<typeof renderLineages>["user"]) {
    await user.click(screen.getByText(translate.en("cultivar.lineageOpen", { name: "Yaeho" })));
  }

  test("is a lazily loaded image in the server rendering", () => {
    const markup = renderToString(inPage(<LineageEntries cultivar={yaeho} />));

    expect(markup).toContain('src="/images/11yaeho.jpg"');
    expect(markup).toContain(`alt="${label}"`);
    expect(markup).toContain('loading="lazy"');
    expect(markup).not.toContain("pedigree");
  });

  test("is an SVG with links once opened", async () => {
    const { user, container } = renderLineages("en", yaeho);
    expect(container.querySelector("svg")).toBeNull();

    await open(user);

    const drawing = await screen.findByRole("group", { name: label });
    expect(drawing.querySelector('a[href="/cultivars/marishi"]')).not.toBeNull();
    expect(drawing.querySelector("[aria-current=page]")?.getAttribute("href")).toBe(
      "/cultivars/yaeho",
    );
    expect(container.querySelector("img")).toBeNull();
  });

  test("is kept after closing and opening again", async () => {
    const { user } = renderLineages("en", yaeho);
    await open(user);
    const drawing = await screen.findByRole("group", { name: label });

    await open(user);
    await open(user);

    expect(screen.getByRole("group", { name: label })).toBe(drawing);
  });

  test("remains an image when loading fails", async () => {
    const { user, container } = renderLineages("en", withLineageId(yaeho, "99"));

    await open(user);
    await waitFor(() => expect(container.querySelector("details")?.open).toBe(true));
    await new Promise((resolve) => setTimeout(resolve, 50));

    expect(container.querySelector("img")?.getAttribute("src")).toBe("/images/11yaeho.jpg");
    expect(container.querySelector("svg")).toBeNull();
  });

  test("has a link to its image file", async () => {
    const { user } = renderLineages("en", yaeho);
    const picture = () =>
      screen.getByRole("link", { name: translate.en("cultivar.lineageFull") }).getAttribute("href");
    await open(user);
    await screen.findByRole("group", { name: label });

    expect(picture()).toBe("/images/11yaeho.jpg");
  });
});
