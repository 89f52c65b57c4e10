// @vitest-environment jsdom
/** A tab's session: kept alive by the clock, in step with the other tabs, gone when the host says so. */
import { describe, expect, test, vi } from "vitest";
import { Session } from "../../../../client/accounts/sessions/Session.ts";
import { readMarker, writeMarker } from "../../../../client/accounts/sessions/tokenStorage.ts";
import { gone, refuse } from "./fakeHost.ts";
import { alex, hana, viewOf, visitor } from "./member.ts";
import { inMinutes, markerOf, open } from "./openedSession.ts";

const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * 60_000);

describe("opening", () => {
  test("asks nothing when marker and page agree", async () => {
    writeMarker(markerOf(hana.id, inMinutes(60)));
    const { asked } = open({});
    await minutes(1);

    expect(asked).toEqual([]);
  });

  test("without a marker learns the truth and leaves one, without a secret", async () => {
    const { onMember } = open({});
    await minutes(0);

    expect(onMember).toHaveBeenCalledWith(hana);
    expect(readMarker()).toMatchObject({ member_id: hana.id, event: "SIGNED_IN" });
    expect(localStorage["sb-auth-token"]).not.toContain("csrf");
  });

  test("with a marker of a session that is gone removes it, and stays on the page", async () => {
    writeMarker(markerOf(hana.id, inMinutes(60)));
    const { onMember, onSignedOut, session } = open({ "GET /api/session": { body: visitor } }, "");
    await session.fetchView();

    expect(onMember).toHaveBeenCalledWith(null);
    expect(readMarker()).toBeNull();
    expect(onSignedOut).toHaveBeenCalledTimes(1);
  });
});

describe("the clock", () => {
  test("refreshes at three ticks, not before", async () => {
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

  test("a refresh carries the token that shows it is ours", async () => {
    writeMarker(markerOf(hana.id, inMinutes(1)));
    const { asked } = open({ "POST /api/session/refresh": { body: viewOf(hana, inMinutes(61)) } });
    await minutes(0);

    expect(asked.at(-1)).toMatchObject({ method: "POST", csrf: `csrf of ${hana.id}` });
  });

  test("a bad network is tried again with longer pauses, and the member stays", async () => {
    writeMarker(markerOf(hana.id, inMinutes(1)));
    const { count, replies, onSignedOut } = open({ "POST /api/session/refresh": gone });
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
  ])("a session that the host has ended is over: %s", async (status, code) => {
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

describe("coming back to the tab", () => {
  test("asks again when five minutes have passed, and not before", async () => {
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

describe("a page that slept in the browser's history", () => {
  const wake = async () => {
    dispatchEvent(new Event("focus"));
    await minutes(0);
  };

  test("notices that its member has signed out meanwhile", async () => {
    writeMarker(markerOf(hana.id, inMinutes(60)));
    const { onSignedOut } = open({ "GET /api/session": { body: visitor } });
    localStorage.clear();
    await wake();

    expect(onSignedOut).toHaveBeenCalledExactlyOnceWith("elsewhere");
  });

  test("shows nothing of its member to another who is signed in now", async () => {
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

describe("another tab", () => {
  test.each([
    "TOKEN_REFRESHED",
    "USER_UPDATED",
    "PASSWORD_RECOVERY",
    "MFA_CHALLENGE_VERIFIED",
  ] as const)("that stored %s makes this one ask who is signed in", async (event) => {
    const { session, onMember, onLanguage } = open({});
    await session.onMarkerChange(JSON.stringify({ ...markerOf(hana.id, inMinutes(60)), event }));

    expect(onMember).toHaveBeenLastCalledWith(hana);
    expect(onLanguage).not.toHaveBeenCalled();
  });

  test("that signed in makes a visitor's tab speak the member's language", async () => {
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

  test("that signed the same member in turns no language", async () => {
    const { session, onLanguage } = open({ "GET /api/profiles/me": { body: hana } });
    await session.fetchView();
    await session.onMarkerChange(JSON.stringify(markerOf(hana.id, inMinutes(60))));

    expect(onLanguage).not.toHaveBeenCalled();
  });

  test("that signed out ends this one too", async () => {
    const { session, onSignedOut } = open({});
    await session.onMarkerChange(null);

    expect(onSignedOut).toHaveBeenCalledExactlyOnceWith("elsewhere");
  });

  test("whose profile is not there yet is asked once more after a second, silently", async () => {
    const { replies, count, ...reports } = open({}, undefined);
    replies["GET /api/session"] = { body: viewOf(alex, inMinutes(60)) };
    replies["GET /api/profiles/me"] = refuse(404, "PGRST116");
    const fresh = new Session(reports, undefined);
    const heard = fresh.onMarkerChange(JSON.stringify(markerOf(alex.id, inMinutes(60))));
    await vi.advanceTimersByTimeAsync(999);
    expect(count("GET /api/profiles/me")).toBe(1);
    replies["GET /api/profiles/me"] = { body: alex };
    await vi.advanceTimersByTimeAsync(1);
    await heard;

    expect(count("GET /api/profiles/me")).toBe(2);
    expect(reports.onLanguage).toHaveBeenCalledWith("en");
  });
});
