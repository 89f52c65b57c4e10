// @vitest-environment jsdom
/** Suggestion of the other language. */
import { cleanup, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { LanguageSuggestion } from "../../../../client/app/layout/LanguageSuggestion.tsx";
import { forbidStorage, clearStoredChoices } from "../../browser.ts";
import { renderInPage, inPage } from "../../renderPage.tsx";
import { translate } from "../../messages.ts";

function setBrowserLanguages(...languages: readonly string[]) {
  vi.spyOn(navigator, "languages", "get").mockReturnValue(languages);
}

function preventNavigation(event: Event): void {
  event.preventDefault();
}

beforeEach(() => addEventListener("click", preventNavigation));

afterEach(() => {
  cleanup();
  history.replaceState(null, "", "/");
  removeEventListener("click", preventNavigation);
  clearStoredChoices();
});

describe("language suggestion", () => {
  test("is shown in Japanese to a Japanese browser on an English page", async () => {
    setBrowserLanguages("ja-JP", "en");

    renderInPage(<LanguageSuggestion />, { path: "/cultivars?page=2" });

    const link = await screen.findByRole<HTMLAnchorElement>("link", {
      name: translate.en("app.language.accept"),
    });
    expect(link.getAttribute("href")).toBe("/ja/cultivars?page=2");
    expect([link.lang, link.hreflang]).toEqual(["ja", "ja"]);
    expect(screen.getByText(translate.en("app.language.suggestion")).lang).toBe("ja");
  });

  test.each(["/ja", "/ja?a=b", "/ja/about"])(
    "is shown in English to an English browser at %s",
    async (path) => {
      setBrowserLanguages("en-GB");

      renderInPage(<LanguageSuggestion />, { language: "ja", path });

      const link = await screen.findByRole("link", { name: translate.ja("app.language.accept") });
      expect(link.getAttribute("href")).toBe(path.replace("/ja/", "/").replace("/ja", "/"));
    },
  );

  test.each([
    ["the page is in the browser's language", ["en"], null],
    ["the page is in the chosen language", ["ja"], "en"],
  ])("is not shown where %s", async (_, languages, choice) => {
    setBrowserLanguages(...languages);
    if (choice) localStorage.setItem("language", choice);

    renderInPage(<LanguageSuggestion />);
    await vi.dynamicImportSettled();

    expect(screen.queryByRole("link")).toBeNull();
  });

  test("is not rendered by the server", () => {
    setBrowserLanguages("ja");

    expect(renderToString(inPage(<LanguageSuggestion />))).toBe("");
  });
});

describe("language suggestion choice", () => {
  test("dismissal hides it and stores the page's language", async () => {
    setBrowserLanguages("ja");
    const { user } = renderInPage(<LanguageSuggestion />);

    await user.click(
      await screen.findByRole("button", { name: translate.en("app.language.dismiss") }),
    );
    cleanup();
    renderInPage(<LanguageSuggestion />);
    await vi.dynamicImportSettled();

    expect(screen.queryByRole("link")).toBeNull();
    expect(localStorage.getItem("language")).toBe("en");
  });

  test("acceptance stores the other language", async () => {
    setBrowserLanguages("ja");
    const { user } = renderInPage(<LanguageSuggestion />);

    await user.click(await screen.findByRole("link"));

    expect(localStorage.getItem("language")).toBe("ja");
    expect(document.cookie).toBe("language=ja");
  });

  test("acceptance keeps the fragment of the address", async () => {
    setBrowserLanguages("ja");
    history.replaceState(null, "", "/post/36#comment-28");
    const { user } = renderInPage(<LanguageSuggestion />, { path: "/post/36" });

    const link = await screen.findByRole<HTMLAnchorElement>("link");
    await user.click(link);

    expect(link.getAttribute("href")).toMatch(/\/ja\/post\/36#comment-28$/);
  });

  test("dismissal hides it when storage is forbidden", async () => {
    forbidStorage();
    setBrowserLanguages("ja");
    const { user } = renderInPage(<LanguageSuggestion />);

    await user.click(await screen.findByRole("button"));

    expect(screen.queryByRole("link")).toBeNull();
  });
});
