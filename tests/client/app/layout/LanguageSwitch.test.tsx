// @vitest-environment jsdom
/** Language switch: links and stored choice. */
import { cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { LanguageSwitch } from "../../../../client/app/layout/LanguageSwitch.tsx";
import { forbidStorage, clearStoredChoices } from "../../browser.ts";
import { renderInPage } from "../../renderPage.tsx";

function linkTo(name: string): HTMLAnchorElement {
  return screen.getByRole<HTMLAnchorElement>("link", { name });
}

function preventNavigation(event: Event): void {
  event.preventDefault();
}

beforeEach(() => {
  history.replaceState(null, "", "/about");
  addEventListener("click", preventNavigation);
});

afterEach(() => {
  cleanup();
  removeEventListener("click", preventNavigation);
  clearStoredChoices();
});

describe("language links", () => {
  test.each([
    ["/", "/", "/ja"],
    [
      "/cultivars?search=oku&page=2",
      "/cultivars?search=oku&page=2",
      "/ja/cultivars?search=oku&page=2",
    ],
    ["/?utm=1", "/?utm=1", "/ja?utm=1"],
  ])("at %s keep path and query", (path, english, japanese) => {
    renderInPage(<LanguageSwitch />, { path });

    expect(linkTo("English").getAttribute("href")).toBe(english);
    expect(linkTo("日本語").getAttribute("href")).toBe(japanese);
  });

  test("on a Japanese page keep path and query", () => {
    renderInPage(<LanguageSwitch />, { language: "ja", path: "/ja/cultivars/z1?a=b" });

    expect(linkTo("English").getAttribute("href")).toBe("/cultivars/z1?a=b");
    expect(linkTo("日本語").getAttribute("href")).toBe("/ja/cultivars/z1?a=b");
  });

  test("have lang, hreflang and aria-current", () => {
    renderInPage(<LanguageSwitch />, { language: "ja", path: "/ja/about" });

    const attributes = screen
      .getAllByRole<HTMLAnchorElement>("link")
      .map(({ lang, hreflang }) => [lang, hreflang]);
    expect(attributes).toEqual([
      ["ja", "ja"],
      ["en", "en"],
    ]);
    expect(linkTo("日本語").getAttribute("aria-current")).toBe("true");
    expect(linkTo("English").hasAttribute("aria-current")).toBe(false);
  });
});

describe("language choice", () => {
  test("is stored in localStorage and in a cookie", async () => {
    const { user } = renderInPage(<LanguageSwitch />);

    await user.click(linkTo("日本語"));

    expect(localStorage.getItem("language")).toBe("ja");
    expect(document.cookie).toBe("language=ja");
  });

  test("keeps the fragment of the page", async () => {
    const { user } = renderInPage(<LanguageSwitch />);
    history.replaceState(null, "", "/about#mission");

    await user.click(linkTo("日本語"));

    expect(linkTo("日本語").href).toBe(`${location.origin}/ja/about#mission`);
  });

  test("replaces the fragment at a second click", async () => {
    const { user } = renderInPage(<LanguageSwitch />);
    history.replaceState(null, "", "/about#mission");

    await user.click(linkTo("日本語"));
    history.replaceState(null, "", "/about#values");
    await user.click(linkTo("日本語"));

    expect(linkTo("日本語").href).toBe(`${location.origin}/ja/about#values`);
  });

  test("sets the cookie when storage is forbidden", async () => {
    forbidStorage();
    const { user } = renderInPage(<LanguageSwitch />);

    await user.click(linkTo("日本語"));

    expect(document.cookie).toBe("language=ja");
  });

  test("is not stored by rendering the switch", () => {
    renderInPage(<LanguageSwitch />);

    expect(localStorage).toHaveLength(0);
    expect(document.cookie).toBe("");
  });
});
