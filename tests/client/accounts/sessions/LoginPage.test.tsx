// @vitest-environment jsdom
/** Login page: login link, errors, suspension and in-app browsers. */
import { cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import LoginPage from "../../../../client/accounts/sessions/LoginPage.tsx";
import { rememberedPath, rememberPath } from "../../../../client/accounts/sessions/returnPath.ts";
import { hana } from "./member.ts";
import { renderForMember, shownMessages } from "./memberPage.tsx";
import { translate } from "../../messages.ts";

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function open(query = "", language: "ja" | "en" = "ja") {
  const path = `${language === "ja" ? "/ja" : ""}/login${query}`;
  return renderForMember(<LoginPage />, { page: "login", language, path, viewer: null });
}

const loginLink = (language: "ja" | "en" = "ja") =>
  screen.queryByRole("link", { name: translate[language]("login.google") });

describe("login button", () => {
  test("is a link with return path and language", () => {
    open("?return=%2Fja%2Fprofile%3Fa%3D1");

    expect(loginLink()?.getAttribute("href")).toBe(
      "/api/auth/google?return=%2Fja%2Fprofile%3Fa%3D1&language=ja",
    );
  });

  test.each(["//evil.example", "/\\evil.example", "/login"])(
    "omits the unsafe return path %s",
    (elsewhere) => {
      open(`?return=${encodeURIComponent(elsewhere)}`, "en");

      expect(loginLink("en")?.getAttribute("href")).toBe("/api/auth/google?language=en");
    },
  );

  test("uses the remembered path when the address has none", () => {
    rememberPath("/ja/post/3");
    open();

    expect(loginLink()?.getAttribute("href")).toContain("return=%2Fja%2Fpost%2F3");
  });

  test("stores the return path for the callback", () => {
    open("?return=%2Fja%2Fcreate");

    expect(rememberedPath()).toBe("/ja/create");
  });
});

describe("login page message", () => {
  test.each([
    "oauth_failed",
    "auth_callback_failed",
    "expired",
    "another_member",
    "form_refused",
    "too_many_requests",
  ] as const)("for %s is an alert", (error) => {
    open(`?error=${error}`);

    expect(screen.getByRole("alert").textContent).toBe(translate.ja(`login.errors.${error}`));
  });

  test("is missing for an unknown error code", () => {
    open("?error=%3Cscript%3E");

    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("requires login only for a members' return path", () => {
    open("?return=%2Fja%2Fprofile%2Fedit");
    expect(screen.queryByText(translate.ja("login.required"))).toBeTruthy();

    cleanup();
    open("?return=%2Fja%2Fcultivars");
    expect(screen.queryByText(translate.ja("login.required"))).toBeNull();
  });

  test("offers a member a continue link in place of the login button", () => {
    renderForMember(<LoginPage />, {
      page: "login",
      path: "/ja/login?return=%2Fja%2Fprofile",
      viewer: hana,
    });

    expect(loginLink()).toBeNull();
    expect(
      screen.getByRole("link", { name: translate.ja("login.continue") }).getAttribute("href"),
    ).toBe("/ja/profile");
  });
});

describe("suspension message", () => {
  const hours = { en: null, ja: null };
  const operator = { name: null, representative: null, address: null, phone: null, hours };
  const suspensionAlert = (query: string, email: string | null, language: "ja" | "en" = "ja") => {
    const path = `${language === "ja" ? "/ja" : ""}/login${query}`;
    const preloaded = [{ query: "operator", params: {}, data: { ...operator, email } }] as const;
    renderForMember(<LoginPage />, { page: "login", language, path, viewer: null, preloaded });
    return screen.getByRole("alert");
  };

  test("shows the end date and the operator's mail address", () => {
    const alert = suspensionAlert(
      "?error=suspended&until=2026-12-01",
      "tea@operator.example",
      "en",
    );

    expect(alert.textContent).toContain(translate.en("login.errors.suspended"));
    expect(alert.textContent).toContain("You can log in again from December 1, 2026.");
    expect(alert.querySelector("a")?.getAttribute("href")).toBe("mailto:tea@operator.example");
  });

  test.each(["", "&until=2026-13-99", "&until=soon%20or%20call%200120"])(
    "shows no date when the address has none: %s",
    (until) => {
      const alert = suspensionAlert(`?error=suspended${until}`, "tea@operator.example");

      expect(alert.textContent).toContain(translate.ja("login.suspendedForNow"));
      expect(alert.textContent).not.toContain("0120");
    },
  );

  test("links to the contact page when the operator has no mail address", () => {
    const alert = suspensionAlert("?error=suspended", null);

    expect(alert.querySelector("a")?.getAttribute("href")).toBe("/ja/contact");
  });
});

describe("message to a member who left lately", () => {
  test("says from when the account can register again", () => {
    open("?error=left_lately&until=2026-12-01T03:05Z");

    const alert = screen.getByRole("alert");

    expect(alert.textContent).toContain(translate.ja("login.errors.left_lately"));
    expect(alert.textContent).toContain("2026年12月1日 12:05（日本時間）から");
  });

  test.each(["", "&until=2026-13-99T03:05Z", "&until=call%200120"])(
    "shows no time when the address has none: %s",
    (until) => {
      open(`?error=left_lately${until}`);

      expect(screen.getByRole("alert").textContent).toBe(translate.ja("login.errors.left_lately"));
    },
  );
});

test("login page links to home, terms and privacy policy", () => {
  open();
  const href = (name: string) => screen.getByRole("link", { name }).getAttribute("href");

  expect(href(translate.ja("login.home"))).toBe("/ja");
  expect(href(translate.ja("login.terms"))).toBe("/ja/terms");
  expect(href(translate.ja("login.privacy"))).toBe("/ja/privacy");
});

describe("login page in an in-app browser", () => {
  const within = (userAgent: string) =>
    vi.spyOn(navigator, "userAgent", "get").mockReturnValue(userAgent);

  test("shows a copyable address in place of the login button", async () => {
    within("Mozilla/5.0 (iPhone) Instagram 356.0");
    const { user } = open();
    expect(loginLink()).toBeNull();
    expect(screen.getByRole<HTMLInputElement>("textbox").value).toBe(location.href);

    await user.click(screen.getByRole("button", { name: translate.ja("login.inApp.copy") }));

    expect(await navigator.clipboard.readText()).toBe(location.href);
    expect(shownMessages()).toEqual([translate.ja("login.inApp.copied")]);
  });

  test("links to the external browser in LINE", () => {
    within("Mozilla/5.0 (iPhone) Line/15.1.0");
    open();
    const link = screen.getByRole("link", { name: translate.ja("login.inApp.open") });

    expect(link.getAttribute("href")).toContain("openExternalBrowser=1");
  });
});
