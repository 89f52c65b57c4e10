// @vitest-environment jsdom
/** Return path after a login stays on this site. */
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  forgetPath,
  rememberedPath,
  rememberPath,
  safePath,
} from "../../../../client/accounts/sessions/returnPath.ts";
import { returnPathBytes } from "../../../../client/contracts/limits.generated.ts";

afterEach(() => sessionStorage.clear());

test.each([
  "/",
  "/ja",
  "/profile/edit",
  "/ja/cultivars?search=%E3%82%84&page=2#c-yabukita",
  "/post/12?next=https://evil.example",
  "/loginless",
  `/${"a".repeat(returnPathBytes - 1)}`,
])("return path %s is accepted", (path) => {
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
  `/${"a".repeat(returnPathBytes)}`,
  `/${"茶".repeat(Math.ceil(returnPathBytes / 9))}`,
])("return path %j is rejected", (path) => {
  expect(safePath(path)).toBeNull();
});

test("return path is accepted in a browser without URL.canParse", () => {
  vi.spyOn(URL, "canParse").mockImplementation(() => {
    throw new TypeError("URL.canParse is not a function");
  });

  expect(safePath("/profile?tab=liked")).toBe("/profile?tab=liked");
});

describe("remembered return path", () => {
  test("is read until it is forgotten", () => {
    rememberPath("/profile");
    expect(rememberedPath()).toBe("/profile");

    forgetPath();
    expect(rememberedPath()).toBeNull();
  });

  test("is not replaced by an unsafe path", () => {
    rememberPath("/profile");
    rememberPath("//evil.example");

    expect(rememberedPath()).toBe("/profile");
  });

  test("is ignored when the stored value is unsafe", () => {
    sessionStorage.setItem("return-path", "//evil.example");

    expect(rememberedPath()).toBeNull();
  });
});
