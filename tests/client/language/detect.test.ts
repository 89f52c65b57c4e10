// @vitest-environment jsdom
/** The language offered: the reader's own choice, then the browser's, then the page's, then English. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { detectLanguage, storeChoice, storedChoice } from "../../../client/language/detect.ts";
import { forbidStorage, forgetChoices } from "../browser.ts";

function browserSpeaks(...languages: readonly string[]) {
  vi.spyOn(navigator, "languages", "get").mockReturnValue(languages);
}

beforeEach(() => browserSpeaks());

afterEach(() => {
  forgetChoices();
  document.documentElement.lang = "";
});

describe("which language", () => {
  test("a stored choice goes before the browser's languages", () => {
    browserSpeaks("en-GB");
    storeChoice("ja");

    expect(detectLanguage()).toBe("ja");
  });

  test("the first of the browser's languages that we speak is taken", () => {
    browserSpeaks("fr-FR", "ja-JP", "en");

    expect(detectLanguage()).toBe("ja");
  });

  test.each([
    ["JA", "ja"],
    ["ja-Jpan-JP", "ja"],
    ["EN-us", "en"],
  ])("%s is %s", (tag, language) => {
    document.documentElement.lang = language === "ja" ? "en" : "ja";
    browserSpeaks(tag);

    expect(detectLanguage()).toBe(language);
  });

  test("a browser of other languages gets the page's own", () => {
    browserSpeaks("fr", "de-AT");
    document.documentElement.lang = "ja";

    expect(detectLanguage()).toBe("ja");
  });

  test("where nothing is known it is English", () => {
    document.documentElement.lang = "xx";

    expect(detectLanguage()).toBe("en");
  });

  test("a stored word that is no language of ours is no choice", () => {
    localStorage.setItem("language", "klingon");

    expect(storedChoice()).toBeUndefined();
  });
});

describe("a choice", () => {
  test("is sent to the host by a cookie for the whole site", () => {
    const written = vi.spyOn(document, "cookie", "set");

    storeChoice("ja");

    expect(written).toHaveBeenCalledExactlyOnceWith(
      "language=ja; Path=/; Max-Age=31536000; SameSite=Lax",
    );
  });

  test("replaces the one before", () => {
    storeChoice("ja");
    storeChoice("en");

    expect(storedChoice()).toBe("en");
    expect(document.cookie).toBe("language=en");
  });

  test("looking at the language chooses nothing", () => {
    detectLanguage();

    expect(localStorage).toHaveLength(0);
    expect(document.cookie).toBe("");
  });
});

describe("a browser that forbids storage", () => {
  test("still gets a language, and keeps the cookie", () => {
    forbidStorage();
    browserSpeaks("ja");

    storeChoice("en");

    expect(storedChoice()).toBeUndefined();
    expect(detectLanguage()).toBe("ja");
    expect(document.cookie).toBe("language=en");
  });
});
