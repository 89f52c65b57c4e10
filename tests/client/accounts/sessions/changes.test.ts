// @vitest-environment jsdom
/** Requests that change data in a session: CSRF token, member, retry after an expired session, failures. */
import { describe, expect, test, vi } from "vitest";
import { readMarker } from "../../../../client/accounts/sessions/tokenStorage.ts";
import { Refusal } from "../../../../client/wire/refusal.ts";
import { sendJson } from "../../../../client/wire/request.ts";
import { fakeHost, networkError, refuse } from "./fakeHost.ts";
import { alex, hana, viewOf, visitor } from "./member.ts";
import { inMinutes, open, withFakeClock } from "./openedSession.ts";

withFakeClock();

describe("session change request", () => {
  const change = { method: "PUT", path: "/api/thing", body: { a: 1 } } as const;

  test("carries the CSRF token", async () => {
    const { session, requests } = open({ "PUT /api/thing": { body: "done" } });

    await expect(session.change((credentials) => sendJson(change, credentials))).resolves.toBe(
      "done",
    );
    expect(requests.at(-1)).toMatchObject({ csrf: `csrf of ${hana.id}`, body: { a: 1 } });
  });

  test("names the member of its page although another one is signed in", async () => {
    const another = { body: viewOf(alex, inMinutes(60)) };
    const { session, requests, onSignedOut } = open({
      "GET /api/session": another,
      "PUT /api/thing": refuse(403, "app.anotherMember"),
    });

    const sent = session.change((credentials) => sendJson(change, credentials));

    await expect(sent).rejects.toMatchObject({ code: "app.anotherMember" });
    expect(requests).toContainEqual({
      ...change,
      csrf: `csrf of ${alex.id}`,
      memberId: hana.id,
    });
    expect(onSignedOut).toHaveBeenCalledWith("for another");
  });

  test("keeps the member of its page after a sign-out and another sign-in", async () => {
    const { session, requests, replies, onMember } = open({
      "GET /api/session": { body: visitor },
    });
    await session.fetchView();
    expect(onMember).toHaveBeenLastCalledWith(null);
    replies["GET /api/session"] = { body: viewOf(alex, inMinutes(60)) };
    replies["PUT /api/thing"] = refuse(403, "app.anotherMember");

    await session.change((credentials) => sendJson(change, credentials)).catch(() => undefined);

    const sent = requests.filter(({ path }) => path === change.path);
    expect(sent.map(({ memberId }) => memberId)).toEqual([hana.id]);
    expect(onMember).not.toHaveBeenCalledWith(alex);
  });

  test("refused for a member mismatch ends the session of the page", async () => {
    const { session, replies, onSignedOut } = open({
      "PUT /api/thing": refuse(403, "upload.idMismatch"),
    });
    await session.fetchView();
    replies["GET /api/session"] = { body: viewOf(alex, inMinutes(60)) };

    const sent = session.change((credentials) => sendJson(change, credentials));
    await expect(sent).rejects.toMatchObject({ code: "upload.idMismatch" });
    await vi.advanceTimersByTimeAsync(1);

    expect(onSignedOut).toHaveBeenCalledExactlyOnceWith("for another");
  });

  test("is sent again after a refresh when refused with 401", async () => {
    const { session, count, replies } = open({
      "PUT /api/thing": refuse(401, "login.required"),
      "POST /api/session/refresh": () => {
        replies["PUT /api/thing"] = { body: "done" };
        return { body: viewOf(hana, inMinutes(61)) };
      },
    });

    await expect(session.change((credentials) => sendJson(change, credentials))).resolves.toBe(
      "done",
    );
    expect(count("PUT /api/thing")).toBe(2);
  });

  test("refused with 403 is rejected without a refresh", async () => {
    const { session, count } = open({ "PUT /api/thing": refuse(403, "app.forbidden") });

    await expect(
      session.change((credentials) => sendJson(change, credentials)),
    ).rejects.toMatchObject({
      code: "app.forbidden",
    });
    expect(count("POST /api/session/refresh")).toBe(0);
  });

  test("updates the marker for other tabs when the member changed", async () => {
    const { session } = open({});
    await session.fetchView();
    await session.publish("USER_UPDATED");

    expect(readMarker()?.event).toBe("USER_UPDATED");
  });
});

test("change is rejected with app.sessionFailed when the session request fails", async () => {
  const change = open({ "GET /api/session": networkError }).session.change(async () => {});
  void vi.advanceTimersByTimeAsync(5_000);
  await expect(change).rejects.toMatchObject({ code: "app.sessionFailed" });
});

test("failed network is rejected with app.networkError", () => {
  fakeHost({ "PUT /api/thing": networkError });

  return expect(
    sendJson({ method: "PUT", path: "/api/thing" }, { csrf: "", memberId: "" }),
  ).rejects.toEqual(new Refusal("app.networkError", 0));
});
