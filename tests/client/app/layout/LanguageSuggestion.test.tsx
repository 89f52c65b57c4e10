// @vitest-environment jsdom
/** Suggestion of the other language. */
import { cleanup, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { LanguageSuggestion } from "../../../../client/app/layout/LanguageSuggestion.tsx";
import { forbidStorage, forgetChoices } from "../../browser.ts";
import { draw, inPage } from "../../renderPage.tsx";
import { say } from "../../words.ts";

function browserSpeaks(...languages: readonly string[]) {
  vi.spyOn(navigator, "languages", "get").mockReturnValue(languages);
}

function stayHere(event: Event): void {
  event.preventDefault();
}

beforeEach(() => addEventListener("click", stayHere));

afterEach(() => {
  cleanup();
  history.replaceState(null, "", "/");
  removeEventListener("click", stayHere);
  forgetChoices();
});

describe("language suggestion", () => {
  test("is shown in Japanese to a Japanese browser on an English page", async () => {
    browserSpeaks("ja-JP", "en");

    draw(<LanguageSuggestion />, { path: "/cultivars?page=2" });

    const link = await screen.findByRole<HTMLAnchorElement>("link", {
      name: say.en("app.language.accept"),
    });
    expect(link.getAttribute("href")).toBe("/ja/cultivars?page=2");
    expect([link.lang, link.hreflang]).toEqual(["ja", "ja"]);
    expect(screen.getByText(say.en("app.language.suggestion")).lang).toBe("ja");
  });

  test.each(["/ja", "/ja?a=b", "/ja/about"])(
    "is shown in English to an English browser at %s",
    async (path) => {
      browserSpeaks("en-GB");

      draw(<LanguageSuggestion />, { language: "ja", path });

      const link = await screen.findByRole("link", { name: say.ja("app.language.accept") });
      expect(link.getAttribute("href")).toBe(path.replace("/ja/", "/").replace("/ja", "/"));
    },
  );

  test.each([
    ["the page is in the browser's language", ["en"], null],
    ["the page is in the chosen language", ["ja"], "en"],
  ])("is not shown where %s", async (_, languages, choice) => {
    browserSpeaks(...languages);
    if (choice) localStorage.setItem("language", choice);

    draw(<LanguageSuggestion />);
    await vi.dynamicImportSettled();

    expect(screen.queryByRole("link")).toBeNull();
  });

  test("is not rendered by the server", () => {
    browserSpeaks("ja");

    expect(renderToString(inPage(<LanguageSuggestion />))).toBe("");
  });
});

describe("language suggestion choice", () => {
  test("dismissal hides it and stores the page's language", async () => {
    browserSpeaks("ja");
    const { user } = draw(<LanguageSuggestion />);

    await user.click(await screen.findByRole("button", { name: say.en("app.language.dismiss") }));
    cleanup();
    draw(<LanguageSuggestion />);
    await vi.dynamicImportSettled();

    expect(screen.queryByRole("link")).toBeNull();
    expect(localStorage.getItem("language")).toBe("en");
  });

  test("acceptance stores the other language", async () => {
    browserSpeaks("ja");
    const { user } = draw(<LanguageSuggestion />);

    await user.click(await screen.findByRole("link"));

    expect(localStorage.getItem("language")).toBe("ja");
    expect(document.cookie).toBe("language=ja");
  });

  test("acceptance keeps the fragment of the address", async () => {
    browserSpeaks("ja");
    history.replaceState(null, "", "/post/36#comment-28");
    const { user } = draw(<LanguageSuggestion />, { path: "/post/36" });

    const link = await screen.findByRole<HTMLAnchorElement>("link");
    await user.click(link);

    expect(link.getAttribute("href")).toMatch(/\/ja\/post\/36#comment-28$/);
  });

  test("dismissal hides it when storage is forbidden", async () => {
    forbidStorage();
    browserSpeaks("ja");
    const { user } = draw(<LanguageSuggestion />);

    await user.click(await screen.findByRole("button"));

    expect(screen.queryByRole("link")).toBeNull();
  });
});
