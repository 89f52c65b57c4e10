/** Loading of page components, messages, footer and styles. */
import { describe, expect, test, vi } from "vitest";
import { pageParts, pages } from "../../../client/app/pages.generated.ts";
import { loadLocaleFile } from "../../../client/contracts/locales.ts";
import type { PageName } from "../../../client/contracts/routes.ts";
import { PageLibrary } from "../../../client/page/PageLibrary.ts";
import { eachLanguage } from "../messages.ts";

function TestFooter() {
  return null;
}

function TestPage() {
  return null;
}

const loadTestPage = async () => ({ default: TestPage });

const pageNames = Object.keys(pageParts).filter((name): name is PageName => name in pageParts);

function libraryWithMocks() {
  const loadPage = vi.fn(async () => ({ default: TestPage }));
  const loadMessages = vi.fn(async (language: string, file: string) => ({
    title: `${file} in ${language}`,
  }));
  const library = new PageLibrary({
    pages: { ...pages, about: loadPage, terms: loadPage },
    parts: pageParts,
    loadMessages,
  });
  return { library, loadPage, loadMessages };
}

describe("page library", () => {
  test("has no component and no messages before loading", () => {
    const { library } = libraryWithMocks();

    expect(library.has("about", "en")).toBe(false);
    expect(library.component("about")).toBeUndefined();
    expect(library.translate.en("about.title")).toBe("about.title");
  });

  test("loads the component, the messages of the page and of the layout", async () => {
    const { library, loadMessages } = libraryWithMocks();

    await library.load("about", "en");

    expect(library.has("about", "en")).toBe(true);
    expect(library.component("about")).toBe(TestPage);
    expect(library.translate.en("about.title")).toBe("site/about in en");
    expect(loadMessages.mock.calls).toEqual([
      ["en", "app"],
      ["en", "site/about"],
    ]);
  });

  test("has a page with a footer only when the footer is loaded too", async () => {
    const footer = Promise.withResolvers<{ default: typeof TestFooter }>();
    const library = new PageLibrary({
      pages: { ...pages, about: loadTestPage, map: loadTestPage },
      parts: pageParts,
      loadMessages: async () => ({}),
      loadFooter: () => footer.promise,
    });

    const loading = library.load("about", "en");
    await library.load("map", "en");
    await vi.waitFor(() => expect(library.component("about")).toBe(TestPage));
    const beforeFooter = library.has("about", "en");
    footer.resolve({ default: TestFooter });
    await loading;

    expect(beforeFooter).toBe(false);
    expect(library.has("about", "en")).toBe(true);
    expect(library.footer("about")).toBe(TestFooter);
    expect(library.footer("map")).toBeUndefined();
  });

  test("has a page only when its styles are loaded too", async () => {
    const styled = Promise.withResolvers<void>();
    let isStyled = false;
    const library = new PageLibrary({
      pages: { ...pages, about: async () => ({ default: TestPage }) },
      parts: pageParts,
      loadMessages: async () => ({}),
      styles: { has: () => isStyled, load: () => styled.promise },
    });

    const loading = library.load("about", "en");
    await vi.waitFor(() => expect(library.component("about")).toBe(TestPage));
    const beforeStyles = library.has("about", "en");
    isStyled = true;
    styled.resolve();
    await loading;

    expect(beforeStyles).toBe(false);
    expect(library.has("about", "en")).toBe(true);
  });

  test("loads nothing a second time", async () => {
    const { library, loadPage, loadMessages } = libraryWithMocks();

    await library.load("about", "en");
    await library.load("about", "en");

    expect(loadPage).toHaveBeenCalledOnce();
    expect(loadMessages).toHaveBeenCalledTimes(2);
  });

  test("loads only messages for the other language", async () => {
    const { library, loadPage, loadMessages } = libraryWithMocks();
    await library.load("about", "en");

    expect(library.has("about", "ja")).toBe(false);
    await library.load("about", "ja");

    expect(library.has("about", "ja")).toBe(true);
    expect(loadPage).toHaveBeenCalledOnce();
    expect(library.translate.ja("about.title")).toBe("site/about in ja");
    expect(library.translate.en("about.title")).toBe("site/about in en");
    expect(loadMessages).toHaveBeenCalledTimes(4);
  });

  test("does not load the layout's messages again for another page", async () => {
    const { library, loadMessages } = libraryWithMocks();
    await library.load("about", "en");
    loadMessages.mockClear();

    await library.load("terms", "en");

    expect(loadMessages.mock.calls).toEqual([["en", "site/terms"]]);
  });
});

describe("failed page part", () => {
  test("rejects and is loaded again while loaded parts are kept", async () => {
    const { library, loadPage, loadMessages } = libraryWithMocks();
    loadPage.mockRejectedValueOnce(new TypeError("offline"));

    await expect(library.load("about", "en")).rejects.toThrow("offline");
    expect(library.has("about", "en")).toBe(false);
    await library.load("about", "en");

    expect(library.has("about", "en")).toBe(true);
    expect(loadPage).toHaveBeenCalledTimes(2);
    expect(loadMessages).toHaveBeenCalledTimes(2);
  });

  test("of messages rejects and is loaded again", async () => {
    const { library, loadMessages } = libraryWithMocks();
    loadMessages.mockRejectedValueOnce(new TypeError("offline"));

    await expect(library.load("about", "en")).rejects.toThrow("offline");

    expect(library.has("about", "en")).toBe(false);
    await expect(library.load("about", "en")).resolves.toBeUndefined();
  });
});

describe("real page parts", () => {
  const real = new PageLibrary({ pages, parts: pageParts, loadMessages: loadLocaleFile });

  describe.each(eachLanguage)("in %s", (language) => {
    test.each(pageNames)("of %s have a component and messages", async (page) => {
      await real.load(page, language);

      expect(real.has(page, language)).toBe(true);
      expect(real.component(page)).toBeTypeOf("function");
    });
  });
});
