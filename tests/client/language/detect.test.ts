// @vitest-environment jsdom
/** Language detection and stored choice. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { detectLanguage, storeChoice, storedChoice } from "../../../client/language/detect.ts";
import { forbidStorage, clearStoredChoices } from "../browser.ts";

function setBrowserLanguages(...languages: readonly string[]) {
  vi.spyOn(navigator, "languages", "get").mockReturnValue(languages);
}

beforeEach(() => setBrowserLanguages());

afterEach(() => {
  clearStoredChoices();
  document.documentElement.lang = "";
});

describe("detected language", () => {
  test("stored choice wins over the browser's languages", () => {
    setBrowserLanguages("en-GB");
    storeChoice("ja");

    expect(detectLanguage()).toBe("ja");
  });

  test("is the first supported language of the browser", () => {
    setBrowserLanguages("fr-FR", "ja-JP", "en");

    expect(detectLanguage()).toBe("ja");
  });

  test.each([
    ["JA", "ja"],
    ["ja-Jpan-JP", "ja"],
    ["EN-us", "en"],
  ])("%s is %s", (tag, language) => {
    document.documentElement.lang = language === "ja" ? "en" : "ja";
    setBrowserLanguages(tag);

    expect(detectLanguage()).toBe(language);
  });

  test("is the page's language when the browser's are unsupported", () => {
    setBrowserLanguages("fr", "de-AT");
    document.documentElement.lang = "ja";

    expect(detectLanguage()).toBe("ja");
  });

  test("is English when nothing is known", () => {
    document.documentElement.lang = "xx";

    expect(detectLanguage()).toBe("en");
  });

  test("unsupported stored value is ignored", () => {
    localStorage.setItem("language", "klingon");

    expect(storedChoice()).toBeUndefined();
  });
});

describe("language choice", () => {
  test("is written to a cookie for the whole site", () => {
    const written = vi.spyOn(document, "cookie", "set");

    storeChoice("ja");

    expect(written).toHaveBeenCalledExactlyOnceWith(
      "language=ja; Path=/; Max-Age=31536000; SameSite=Lax",
    );
  });

  test("replaces the previous choice", () => {
    storeChoice("ja");
    storeChoice("en");

    expect(storedChoice()).toBe("en");
    expect(document.cookie).toBe("language=en");
  });

  test("is not stored by detection", () => {
    detectLanguage();

    expect(localStorage).toHaveLength(0);
    expect(document.cookie).toBe("");
  });
});

describe("language choice without storage", () => {
  test("is kept in the cookie while detection uses the browser's languages", () => {
    forbidStorage();
    setBrowserLanguages("ja");

    storeChoice("en");

    expect(storedChoice()).toBeUndefined();
    expect(detectLanguage()).toBe("ja");
    expect(document.cookie).toBe("language=en");
  });
});
