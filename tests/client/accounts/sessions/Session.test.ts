// @vitest-environment jsdom
/** Session of a tab: refresh, other tabs and sign-out. */
import { describe, expect, test, vi } from "vitest";
import { Session } from "../../../../client/accounts/sessions/Session.ts";
import { readMarker, writeMarker } from "../../../../client/accounts/sessions/tokenStorage.ts";
import { networkError, refuse } from "./fakeHost.ts";
import { alex, hana, viewOf, visitor } from "./member.ts";
import { inMinutes, markerOf, open, withFakeClock } from "./openedSession.ts";

withFakeClock();

const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * 60_000);

describe("session start", () => {
  test("sends no request when marker and page agree", async () => {
    writeMarker(markerOf(hana.id, inMinutes(60)));
    const { requests } = open({});
    await minutes(1);

    expect(requests).toEqual([]);
  });

  test("without a marker fetches the session and writes a marker without secrets", async () => {
    const { onMember } = open({});
    await minutes(0);

    expect(onMember).toHaveBeenCalledWith(hana);
    expect(readMarker()).toMatchObject({ member_id: hana.id, event: "SIGNED_IN" });
    expect(localStorage["sb-auth-token"]).not.toContain("csrf");
  });

  test("removes the marker of an ended session and reports the sign-out once", async () => {
    writeMarker(markerOf(hana.id, inMinutes(60)));
    const { onMember, onSignedOut, session } = open({ "GET /api/session": { body: visitor } }, "");
    await session.fetchView();

    expect(onMember).toHaveBeenCalledWith(null);
    expect(readMarker()).toBeNull();
    expect(onSignedOut).toHaveBeenCalledTimes(1);
  });
});

describe("session refresh timer", () => {
  test("refreshes three ticks before expiry, not earlier", async () => {
    writeMarker(markerOf(hana.id, inMinutes(60)));
    const { count, onMember } = open({
      "POST /api/session/refresh": { body: viewOf(hana, inMinutes(118)) },
    });

    await minutes(57.5);
    expect(count("POST /api/session/refresh")).toBe(0);
    await minutes(1);

    expect(count("POST /api/session/refresh")).toBe(1);
    expect(onMember).toHaveBeenLastCalledWith(hana);
    expect(readMarker()).toMatchObject({ event: "TOKEN_REFRESHED", expires_at: inMinutes(118) });
  });

  test("refresh request carries the CSRF token", async () => {
    writeMarker(markerOf(hana.id, inMinutes(1)));
    const { requests } = open({
      "POST /api/session/refresh": { body: viewOf(hana, inMinutes(61)) },
    });
    await minutes(0);

    expect(requests.at(-1)).toMatchObject({ method: "POST", csrf: `csrf of ${hana.id}` });
  });

  test("network failure is retried with backoff and does not sign out", async () => {
    writeMarker(markerOf(hana.id, inMinutes(1)));
    const { count, replies, onSignedOut } = open({ "POST /api/session/refresh": networkError });
    await vi.advanceTimersByTimeAsync(700);
    expect(count("POST /api/session/refresh")).toBe(3);

    replies["POST /api/session/refresh"] = { body: viewOf(hana, inMinutes(61)) };
    await vi.advanceTimersByTimeAsync(900);

    expect(readMarker()?.event).toBe("TOKEN_REFRESHED");
    expect(onSignedOut).not.toHaveBeenCalled();
  });

  test.each([
    [401, "login.required"],
    [403, "app.suspended"],
  ])("session ends when the refresh is refused with %s", async (status, code) => {
    writeMarker(markerOf(hana.id, inMinutes(1)));
    const { count, onSignedOut } = open({
      "POST /api/session/refresh": refuse(status, code),
    });
    await minutes(5);

    expect(onSignedOut).toHaveBeenCalledExactlyOnceWith("elsewhere");
    expect(count("POST /api/session/refresh")).toBe(1);
    expect(readMarker()).toBeNull();
  });
});

describe("tab focus", () => {
  test("refetches the session after five minutes, not earlier", async () => {
    const { count } = open({});
    await minutes(4);
    dispatchEvent(new Event("focus"));
    await minutes(0);
    expect(count("GET /api/session")).toBe(1);

    await minutes(1);
    dispatchEvent(new Event("focus"));
    await minutes(0);

    expect(count("GET /api/session")).toBe(2);
  });
});

describe("page restored from the back-forward cache", () => {
  const wake = async () => {
    dispatchEvent(new Event("focus"));
    await minutes(0);
  };

  test("signs out when its member has signed out meanwhile", async () => {
    writeMarker(markerOf(hana.id, inMinutes(60)));
    const { onSignedOut } = open({ "GET /api/session": { body: visitor } });
    localStorage.clear();
    await wake();

    expect(onSignedOut).toHaveBeenCalledExactlyOnceWith("elsewhere");
  });

  test("signs out when another member is signed in now", async () => {
    writeMarker(markerOf(hana.id, inMinutes(60)));
    const { onMember, onSignedOut } = open({
      "GET /api/session": { body: viewOf(alex, inMinutes(60)) },
    });
    writeMarker(markerOf(alex.id, inMinutes(60)));
    await wake();

    expect(onSignedOut).toHaveBeenCalledExactlyOnceWith("for another");
    expect(onMember).not.toHaveBeenCalled();
  });
});

describe("marker change from another tab", () => {
  test.each([
    "TOKEN_REFRESHED",
    "USER_UPDATED",
    "PASSWORD_RECOVERY",
    "MFA_CHALLENGE_VERIFIED",
  ] as const)("with event %s refetches the member", async (event) => {
    const { session, onMember, onLanguage } = open({});
    await session.onMarkerChange(JSON.stringify({ ...markerOf(hana.id, inMinutes(60)), event }));

    expect(onMember).toHaveBeenLastCalledWith(hana);
    expect(onLanguage).not.toHaveBeenCalled();
  });

  test("after a sign-in switches a visitor's tab to the member's language", async () => {
    const { session, onMember, onLanguage } = open(
      {
        "GET /api/session": { body: viewOf(alex, inMinutes(60)) },
        "GET /api/profiles/me": { body: alex },
      },
      undefined,
    );
    session.close();
    const fresh = new Session({ onMember, onLanguage, onSignedOut: vi.fn() }, undefined);
    await fresh.onMarkerChange(JSON.stringify(markerOf(alex.id, inMinutes(60))));

    expect(onMember).toHaveBeenCalledWith(alex);
    expect(onLanguage).toHaveBeenCalledExactlyOnceWith("en");
  });

  test("for the same member does not switch the language", async () => {
    const { session, onLanguage } = open({ "GET /api/profiles/me": { body: hana } });
    await session.fetchView();
    await session.onMarkerChange(JSON.stringify(markerOf(hana.id, inMinutes(60))));

    expect(onLanguage).not.toHaveBeenCalled();
  });

  test("after a sign-out ends this tab's session", async () => {
    const { session, onSignedOut } = open({});
    await session.onMarkerChange(null);

    expect(onSignedOut).toHaveBeenCalledExactlyOnceWith("elsewhere");
  });

  test("retries a missing profile once after one second", async () => {
    const { replies, count, ...reports } = open({}, undefined);
    replies["GET /api/session"] = { body: viewOf(alex, inMinutes(60)) };
    replies["GET /api/profiles/me"] = refuse(404, "PGRST116");
    const fresh = new Session(reports, undefined);
    const handled = fresh.onMarkerChange(JSON.stringify(markerOf(alex.id, inMinutes(60))));
    await vi.advanceTimersByTimeAsync(999);
    expect(count("GET /api/profiles/me")).toBe(1);
    replies["GET /api/profiles/me"] = { body: alex };
    await vi.advanceTimersByTimeAsync(1);
    await handled;

    expect(count("GET /api/profiles/me")).toBe(2);
    expect(reports.onLanguage).toHaveBeenCalledWith("en");
  });
});
