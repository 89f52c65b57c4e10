// @vitest-environment jsdom
/** Main layout: header, footer and skip link. */
import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { MainLayout } from "../../../../client/app/layout/MainLayout.tsx";
import { routeNames, routes } from "../../../../client/contracts/routes.ts";
import { notifyNext } from "../../../../client/ui/notify.ts";
import { renderInPage, newLibrary, type PageOptions } from "../../renderPage.tsx";
import { eachLanguage, translate } from "../../messages.ts";

async function renderLayout(options: PageOptions, isSlow = false) {
  const { page = "about", language = "en" } = options;
  const library = newLibrary();
  await library.load(page, language);
  return renderInPage(
    <MainLayout isSlow={isSlow}>
      <h1>Page</h1>
    </MainLayout>,
    { ...options, library },
  );
}

beforeEach(() => void vi.spyOn(navigator, "languages", "get").mockReturnValue([]));
afterEach(cleanup);

test("message stored by the previous page is shown once after a full load", async () => {
  notifyNext({ text: "saved", kind: "status", close: "Close" });

  await renderLayout({});

  expect(await screen.findByText("saved")).toBeDefined();
  expect(sessionStorage).toHaveLength(0);
});

describe("footer", () => {
  const framed = routeNames.filter((name) => routes[name].footer);

  test("belongs to home, profile and the static pages", () => {
    expect(framed.toSorted()).toEqual([
      "about",
      "conflicts",
      "contact",
      "databaseInfo",
      "guidelines",
      "home",
      "legal",
      "memberSearch",
      "moderationLog",
      "privacy",
      "profile",
      "search",
      "terms",
      "unconfirmedNames",
    ]);
  });

  test.each(routeNames)("on %s follows the route table", async (page) => {
    await renderLayout({ page });

    expect(screen.queryByRole("contentinfo") !== null).toBe(routes[page].footer);
  });

  test.each(eachLanguage)(
    "has links to company, explored and legal pages in %s",
    async (language) => {
      await renderLayout({ page: "about", language });
      const links = within(screen.getByRole("contentinfo")).getAllByRole("link");
      const prefix = language === "ja" ? "/ja" : "";

      expect(links.map((link) => link.getAttribute("href"))).toEqual(
        [
          ...["about", "contact"],
          ...["lineages", "pedigree", "statistics", "timeline", "breeders", "map", "calendar"],
          ...["terms", "guidelines", "privacy", "legal", "database-info"],
        ].map((path) => `${prefix}/${path}`),
      );
    },
  );
});

describe.each(eachLanguage)("social links in %s", (language) => {
  const heading = translate[language]("app.footer.social");
  const hint = translate[language]("app.footer.socialUnset");

  test("have a hint for the operator while they are unset in development", async () => {
    await renderLayout({ page: "about", language, site: { social: [], marks_unset: true } });
    const footer = within(screen.getByRole("contentinfo"));

    expect(footer.getByRole("heading", { name: heading })).toBeDefined();
    expect(footer.getByText(hint)).toBeDefined();
  });

  test("leave neither heading nor hint while they are unset in production", async () => {
    await renderLayout({ page: "about", language, site: { social: [], marks_unset: false } });
    const footer = within(screen.getByRole("contentinfo"));

    expect(footer.queryByRole("heading", { name: heading })).toBeNull();
    expect(footer.queryByText(hint)).toBeNull();
  });

  test.each([true, false])(
    "that are set have no hint, if unset ones are marked: %s",
    async (marks) => {
      const social = [{ label: "Tea", url: "https://social.example/tea" }];
      await renderLayout({ page: "about", language, site: { social, marks_unset: marks } });
      const footer = within(screen.getByRole("contentinfo"));

      expect(footer.getByRole("link", { name: "Tea" }).getAttribute("href")).toBe(social[0]?.url);
      expect(footer.queryByText(hint)).toBeNull();
    },
  );
});

describe("header", () => {
  test.each(eachLanguage)(
    "links to home, cultivars, community and login in %s",
    async (language) => {
      await renderLayout({ page: "about", language });
      const link = (name: string) =>
        within(screen.getByRole("banner")).getByRole("link", { name }).getAttribute("href");
      const t = translate[language];
      const prefix = language === "ja" ? "/ja" : "";

      expect(link(t("app.nav.cultivars"))).toBe(`${prefix}/cultivars`);
      expect(link(t("app.nav.community"))).toBe(`${prefix}/community`);
      expect(link(t("app.nav.login"))).toBe(
        `${prefix}/login?return=${encodeURIComponent(`${prefix}/about`)}`,
      );
      expect(screen.getByRole("banner").querySelector("a")?.getAttribute("href")).toBe(
        prefix || "/",
      );
    },
  );

  test.each([
    ["home", "en", "/", "?return=%2F"],
    ["home", "ja", "/ja", "?return=%2Fja"],
    ["notFound", "en", "/nothing", "?return=%2F"],
    ["community", "en", "/community?sort=popular", "?return=%2Fcommunity%3Fsort%3Dpopular"],
    ["login", "en", "/login?return=%2Fcreate", ""],
  ] as const)(
    "of %s in %s has a login link that returns to the page",
    async (page, language, path, query) => {
      await renderLayout({ page, language, path });

      const login = screen.getByRole("link", { name: translate[language]("app.nav.login") });
      expect(login.getAttribute("href")).toBe(`${language === "ja" ? "/ja" : ""}/login${query}`);
    },
  );

  test.each([
    ["cultivars", "app.nav.cultivars"],
    ["cultivar", "app.nav.cultivars"],
    ["community", "app.nav.community"],
    ["post", "app.nav.community"],
    ["search", "app.nav.search"],
    ["memberSearch", "app.nav.search"],
  ] as const)("marks the current section on %s", async (page, key) => {
    const { container } = await renderLayout({ page });
    const current = [...container.querySelectorAll('[aria-current="page"]')];

    expect(current.map(({ textContent }) => textContent)).toEqual([translate.en(key)]);
  });

  test("is missing on the callback page", async () => {
    await renderLayout({ page: "authCallback" });

    expect(screen.queryByRole("banner")).toBeNull();
    expect(screen.getByRole("main").textContent).toBe("Page");
  });
});

describe("main layout accessibility", () => {
  test("first link skips to the main element", async () => {
    const { container } = await renderLayout({ page: "home" });

    expect(container.querySelector("a")?.getAttribute("href")).toBe("#main");
    expect(screen.getByRole("main").id).toBe("main");
    expect(screen.getByRole("main").tabIndex).toBe(-1);
  });

  test("slow navigation shows a labelled progress bar", async () => {
    await renderLayout({}, true);

    expect(screen.getByRole("progressbar", { name: translate.en("app.loading") })).toBeDefined();
  });
});
