/** Every way in which a sign-in can end, and nothing of the provider's that could harm. */
import { describe, expect, test } from "vitest";
import {
  type SessionLookup,
  outcomeOf,
  plainText,
} from "../../../../client/accounts/sessions/callback.ts";

const at = (query: string, found: SessionLookup = "unknown") =>
  outcomeOf(new URLSearchParams(query), found);
const databaseError = "error=server_error&error_description=Database+error+saving+new+user";

describe("a sign-in that worked", () => {
  test("is looked for at once", () => {
    expect(at("signed_in=1")).toEqual({ kind: "lookUp", afterMs: 0 });
  });

  test("returns to the remembered page when there is a session", () => {
    expect(at("signed_in=1", "present")).toEqual({ kind: "return" });
  });

  test("without a session leads to the login, with no reason given", () => {
    expect(at("", "absent")).toEqual({ kind: "login", error: null, alert: null });
  });

  test("that can't be looked for leads to the login as a failed callback", () => {
    expect(at("signed_in=1", "failed")).toEqual({
      kind: "login",
      error: "auth_callback_failed",
      alert: null,
    });
  });
});

describe("a sign-in that was refused", () => {
  test("by the reader is shown as cancelled", () => {
    expect(at("error=access_denied")).toEqual({
      kind: "login",
      error: "oauth_failed",
      alert: { key: "authCallback.cancelled", params: {} },
    });
  });

  test("by the host's own exception is shown by the login page alone", () => {
    expect(at("error=auth_callback_failed")).toEqual({
      kind: "login",
      error: "auth_callback_failed",
      alert: null,
    });
  });

  test("by the provider is shown in the provider's words", () => {
    expect(at("error=server_error&error_description=No+luck")).toEqual({
      kind: "login",
      error: "oauth_failed",
      alert: { key: "authCallback.failedBecause", params: { reason: "No luck" } },
    });
  });

  test("without a description is shown in general words", () => {
    expect(at("error=weird")).toMatchObject({ alert: { key: "authCallback.failed" } });
  });
});

describe("a database error while saving a new user", () => {
  test("waits a second and a half before it looks for a session", () => {
    expect(at(databaseError)).toEqual({ kind: "lookUp", afterMs: 1500 });
  });

  test("goes on when there is one all the same", () => {
    expect(at(databaseError, "present")).toEqual({ kind: "return" });
  });

  test("asks to try later when there is none", () => {
    expect(at(databaseError, "absent")).toEqual({
      kind: "login",
      error: "oauth_failed",
      alert: { key: "authCallback.retryLater", params: {} },
    });
  });

  test("is an exception when the look itself fails", () => {
    expect(at(databaseError, "failed")).toMatchObject({ error: "auth_callback_failed" });
  });
});

describe("the provider's words", () => {
  test.each([
    ["a\u202Eb\u2066c", "a b c"],
    ["one\r\ntwo\u0000", "one two"],
    ["\u200B", ""],
    ["<script>", "<script>"],
  ])("%j are one line of %j", (text, line) => {
    expect(plainText(text)).toBe(line);
  });

  test("end after two hundred signs, never inside one", () => {
    expect(plainText("𠮷".repeat(300))).toBe(`${"𠮷".repeat(200)}…`);
  });
});
