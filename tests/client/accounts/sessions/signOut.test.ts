// @vitest-environment jsdom
/** Sign-out in every tab, with and without a response. */
import { describe, expect, test, vi } from "vitest";
import {
  readMarker,
  rememberSignOut,
  writeMarker,
} from "../../../../client/accounts/sessions/tokenStorage.ts";
import { networkError } from "./fakeHost.ts";
import { alex, hana, visitor } from "./member.ts";
import { inMinutes, markerOf, open, withFakeClock } from "./openedSession.ts";

withFakeClock();

describe("sign-out", () => {
  test("sends DELETE with the CSRF token, removes the marker and reports", async () => {
    const { session, onMember, onSignedOut, requests } = open({
      "DELETE /api/session": { status: 204 },
    });
    await session.fetchView();
    await session.signOut();

    expect(requests.at(-1)).toMatchObject({ method: "DELETE", csrf: `csrf of ${hana.id}` });
    expect(onMember).toHaveBeenLastCalledWith(null);
    expect(onSignedOut).toHaveBeenCalledExactlyOnceWith("here");
    expect(readMarker()).toBeNull();
  });

  test("completes when the request fails and keeps the signed-out cookie", async () => {
    const { session, onSignedOut } = open({ "DELETE /api/session": networkError });
    await session.fetchView();
    await session.signOut();

    expect(onSignedOut).toHaveBeenCalledExactlyOnceWith("here");
    expect(document.cookie).toBe(`signed-out=${hana.id}`);
  });

  test("sends GET /api/session when no CSRF token is known", async () => {
    writeMarker(markerOf(hana.id, inMinutes(60)));
    const { session, onSignedOut, requests } = open({});
    await session.signOut();

    expect(requests).toMatchObject([{ method: "GET", path: "/api/session" }]);
    expect(onSignedOut).toHaveBeenCalledExactlyOnceWith("here");
    expect(readMarker()).toBeNull();
  });

  test("reports after at most two seconds and removes the marker at once", async () => {
    const { session, onSignedOut } = open({});
    await session.fetchView();
    vi.stubGlobal("fetch", () => new Promise(() => undefined));
    const leaving = session.signOut();

    expect(document.cookie).toBe(`signed-out=${hana.id}`);
    expect(readMarker()).toBeNull();
    await vi.advanceTimersByTimeAsync(1999);
    expect(onSignedOut).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await leaving;
    expect(onSignedOut).toHaveBeenCalledExactlyOnceWith("here");
  });

  test("sends no further request on focus while in progress", async () => {
    const { session, onSignedOut } = open({});
    await session.fetchView();
    const fetched = vi.fn(() => new Promise(() => undefined));
    vi.stubGlobal("fetch", fetched);
    const leaving = session.signOut();
    window.dispatchEvent(new Event("focus"));
    await vi.advanceTimersByTimeAsync(2000);
    await leaving;

    expect(fetched).toHaveBeenCalledOnce();
    expect(onSignedOut).toHaveBeenCalledExactlyOnceWith("here");
  });
});

describe("unconfirmed sign-out", () => {
  test("ends the session of a newly opened page without a request", () => {
    rememberSignOut(hana.id);
    writeMarker(markerOf(hana.id, inMinutes(60)));
    const { onSignedOut, onMember, requests } = open({});

    expect(onSignedOut).toHaveBeenCalledExactlyOnceWith("elsewhere");
    expect(onMember).toHaveBeenCalledExactlyOnceWith(null);
    expect(requests).toEqual([]);
    expect(readMarker()).toBeNull();
  });

  test("ends the session of a refocused tab without a network", async () => {
    writeMarker(markerOf(hana.id, inMinutes(60)));
    const { onSignedOut, session } = open({ "GET /api/session": networkError });
    rememberSignOut(hana.id);
    await session.refetchIfStale();

    expect(onSignedOut).toHaveBeenCalledExactlyOnceWith("elsewhere");
  });

  test("does not affect the page of another member", async () => {
    rememberSignOut(alex.id);
    writeMarker(markerOf(hana.id, inMinutes(60)));
    const { onSignedOut, session } = open({});
    await session.refetchIfStale();

    expect(onSignedOut).not.toHaveBeenCalled();
  });

  test("does not affect a visitor's page", async () => {
    rememberSignOut(hana.id);
    const { session, onSignedOut } = open({ "GET /api/session": { body: visitor } }, null);
    await session.refetchIfStale();

    expect(onSignedOut).not.toHaveBeenCalled();
  });
});
