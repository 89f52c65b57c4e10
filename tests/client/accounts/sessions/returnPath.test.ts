// @vitest-environment jsdom
/** The way back leads to a page of this site and nowhere else. */
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  forgetPath,
  rememberedPath,
  rememberPath,
  safePath,
} from "../../../../client/accounts/sessions/returnPath.ts";

afterEach(() => sessionStorage.clear());

test.each([
  "/",
  "/ja",
  "/profile/edit",
  "/ja/cultivars?search=%E3%82%84&page=2#c-yabukita",
  "/post/12?next=https://evil.example",
  "/loginless",
])("%s may be returned to", (path) => {
  expect(safePath(path)).toBe(path);
});

test.each([
  "",
  null,
  undefined,
  "profile",
  "//evil.example",
  "///evil.example",
  "/ja//evil.example",
  "/\\evil.example",
  "\\/evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  " /profile",
  "/profile\u0000",
  "https://evil.example/",
  "https:/evil.example",
  "javascript:alert(1)",
  "JaVaScRiPt://%0aalert(1)",
  "data:text/html,x",
  "@evil.example",
  "/.//evil.example",
  "/..//evil.example",
  "/login",
  "/login?return=/profile",
  "/ja/login/",
  "/JA/Login",
  "/auth/callback?error=access_denied",
  "/ja/auth/callback#access_token=x",
  "/api/auth/google",
  "/dev/oidc/authorize",
  "/media/x.webp",
  `/${"a".repeat(2001)}`,
])("%j may not", (path) => {
  expect(safePath(path)).toBeNull();
});

test("a browser without URL.canParse is brought back as well", () => {
  vi.spyOn(URL, "canParse").mockImplementation(() => {
    throw new TypeError("URL.canParse is not a function");
  });

  expect(safePath("/profile?tab=liked")).toBe("/profile?tab=liked");
});

describe("the remembered page", () => {
  test("is remembered, and forgotten when it was returned to", () => {
    rememberPath("/profile");
    expect(rememberedPath()).toBe("/profile");

    forgetPath();
    expect(rememberedPath()).toBeNull();
  });

  test("is not replaced by one that leads elsewhere", () => {
    rememberPath("/profile");
    rememberPath("//evil.example");

    expect(rememberedPath()).toBe("/profile");
  });

  test("is checked again when another script has written it", () => {
    sessionStorage.setItem("return-path", "//evil.example");

    expect(rememberedPath()).toBeNull();
  });
});
