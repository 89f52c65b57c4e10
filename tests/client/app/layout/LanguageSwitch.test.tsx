// @vitest-environment jsdom
/** The same page in the other language is one click away, and the choice is remembered. */
import { cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { LanguageSwitch } from "../../../../client/app/layout/LanguageSwitch.tsx";
import { forbidStorage, forgetChoices } from "../../browser.ts";
import { draw } from "../../setting.tsx";

function linkTo(name: string): HTMLAnchorElement {
  return screen.getByRole<HTMLAnchorElement>("link", { name });
}

function stayHere(event: Event): void {
  event.preventDefault();
}

beforeEach(() => {
  history.replaceState(null, "", "/about");
  addEventListener("click", stayHere);
});

afterEach(() => {
  cleanup();
  removeEventListener("click", stayHere);
  forgetChoices();
});

describe("the links", () => {
  test.each([
    ["/", "/", "/ja"],
    [
      "/cultivars?search=oku&page=2",
      "/cultivars?search=oku&page=2",
      "/ja/cultivars?search=oku&page=2",
    ],
    ["/?utm=1", "/?utm=1", "/ja?utm=1"],
  ])("at %s lead to the same page, query included", (path, english, japanese) => {
    draw(<LanguageSwitch />, { path });

    expect(linkTo("English").getAttribute("href")).toBe(english);
    expect(linkTo("日本語").getAttribute("href")).toBe(japanese);
  });

  test("on a Japanese page lead back as well", () => {
    draw(<LanguageSwitch />, { language: "ja", path: "/ja/cultivars/z1?a=b" });

    expect(linkTo("English").getAttribute("href")).toBe("/cultivars/z1?a=b");
    expect(linkTo("日本語").getAttribute("href")).toBe("/ja/cultivars/z1?a=b");
  });

  test("name their language in it, and mark the one that is spoken", () => {
    draw(<LanguageSwitch />, { language: "ja", path: "/ja/about" });

    const said = screen
      .getAllByRole<HTMLAnchorElement>("link")
      .map(({ lang, hreflang }) => [lang, hreflang]);
    expect(said).toEqual([
      ["ja", "ja"],
      ["en", "en"],
    ]);
    expect(linkTo("日本語").getAttribute("aria-current")).toBe("true");
    expect(linkTo("English").hasAttribute("aria-current")).toBe(false);
  });
});

describe("choosing", () => {
  test("is remembered in this browser and told to the host", async () => {
    const { user } = draw(<LanguageSwitch />);

    await user.click(linkTo("日本語"));

    expect(localStorage.getItem("language")).toBe("ja");
    expect(document.cookie).toBe("language=ja");
  });

  test("takes the place on the page along", async () => {
    const { user } = draw(<LanguageSwitch />);
    history.replaceState(null, "", "/about#mission");

    await user.click(linkTo("日本語"));

    expect(linkTo("日本語").href).toBe(`${location.origin}/ja/about#mission`);
  });

  test("twice does not add the place twice", async () => {
    const { user } = draw(<LanguageSwitch />);
    history.replaceState(null, "", "/about#mission");

    await user.click(linkTo("日本語"));
    history.replaceState(null, "", "/about#values");
    await user.click(linkTo("日本語"));

    expect(linkTo("日本語").href).toBe(`${location.origin}/ja/about#values`);
  });

  test("works where storage is forbidden", async () => {
    forbidStorage();
    const { user } = draw(<LanguageSwitch />);

    await user.click(linkTo("日本語"));

    expect(document.cookie).toBe("language=ja");
  });

  test("drawing the switch chooses nothing", () => {
    draw(<LanguageSwitch />);

    expect(localStorage).toHaveLength(0);
    expect(document.cookie).toBe("");
  });
});
