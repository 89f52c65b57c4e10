/** Outcomes of a login callback. */
import { describe, expect, test } from "vitest";
import {
  type SessionLookup,
  outcomeOf,
  plainText,
} from "../../../../client/accounts/sessions/callback.ts";

const at = (query: string, found: SessionLookup = "unknown") =>
  outcomeOf(new URLSearchParams(query), found);
const databaseError = "error=server_error&error_description=Database+error+saving+new+user";

describe("callback outcome of a successful sign-in", () => {
  test("is an immediate session lookup", () => {
    expect(at("signed_in=1")).toEqual({ kind: "lookUp", afterMs: 0 });
  });

  test("is the return page when a session exists", () => {
    expect(at("signed_in=1", "present")).toEqual({ kind: "return" });
  });

  test("is the login without an error when no session exists", () => {
    expect(at("", "absent")).toEqual({ kind: "login", error: null, alert: null });
  });

  test("is the login with auth_callback_failed when the lookup fails", () => {
    expect(at("signed_in=1", "failed")).toEqual({
      kind: "login",
      error: "auth_callback_failed",
      alert: null,
    });
  });
});

describe("callback outcome of a refused sign-in", () => {
  test("shows the cancelled message for access_denied", () => {
    expect(at("error=access_denied")).toEqual({
      kind: "login",
      error: "oauth_failed",
      alert: { key: "authCallback.cancelled", params: {} },
    });
  });

  test("shows no alert for auth_callback_failed", () => {
    expect(at("error=auth_callback_failed")).toEqual({
      kind: "login",
      error: "auth_callback_failed",
      alert: null,
    });
  });

  test("shows the provider's description", () => {
    expect(at("error=server_error&error_description=No+luck")).toEqual({
      kind: "login",
      error: "oauth_failed",
      alert: { key: "authCallback.failedBecause", params: { reason: "No luck" } },
    });
  });

  test("shows a general message without a description", () => {
    expect(at("error=weird")).toMatchObject({ alert: { key: "authCallback.failed" } });
  });
});

describe("callback outcome of a database error while saving a new user", () => {
  test("is a session lookup after 1.5 seconds", () => {
    expect(at(databaseError)).toEqual({ kind: "lookUp", afterMs: 1500 });
  });

  test("is the return page when a session exists", () => {
    expect(at(databaseError, "present")).toEqual({ kind: "return" });
  });

  test("is the message to retry later when no session exists", () => {
    expect(at(databaseError, "absent")).toEqual({
      kind: "login",
      error: "oauth_failed",
      alert: { key: "authCallback.retryLater", params: {} },
    });
  });

  test("is auth_callback_failed when the lookup fails", () => {
    expect(at(databaseError, "failed")).toMatchObject({ error: "auth_callback_failed" });
  });
});

describe("provider description", () => {
  test.each([
    ["a\u202Eb\u2066c", "a b c"],
    ["one\r\ntwo\u0000", "one two"],
    ["\u200B", ""],
    ["<script>", "<script>"],
  ])("%j becomes one line %j", (text, line) => {
    expect(plainText(text)).toBe(line);
  });

  test("is truncated after 200 code points", () => {
    expect(plainText("𠮷".repeat(300))).toBe(`${"𠮷".repeat(200)}…`);
  });
});
