// @vitest-environment jsdom
/** Changes of a session: token, member, repetition after an expiry, and failures. */
import { describe, expect, test, vi } from "vitest";
import { readMarker } from "../../../../client/accounts/sessions/tokenStorage.ts";
import { Refusal } from "../../../../client/wire/refusal.ts";
import { sendJson } from "../../../../client/wire/request.ts";
import { fakeHost, gone, refuse } from "./fakeHost.ts";
import { alex, hana, viewOf, visitor } from "./member.ts";
import { inMinutes, open } from "./openedSession.ts";

describe("a change", () => {
  const change = { method: "PUT", path: "/api/thing", body: { a: 1 } } as const;

  test("carries the session's token", async () => {
    const { session, asked } = open({ "PUT /api/thing": { body: "done" } });

    await expect(session.change((credentials) => sendJson(change, credentials))).resolves.toBe(
      "done",
    );
    expect(asked.at(-1)).toMatchObject({ csrf: `csrf of ${hana.id}`, body: { a: 1 } });
  });

  test("names the member whose page sends it, even when another one is signed in by then", async () => {
    const another = { body: viewOf(alex, inMinutes(60)) };
    const { session, asked, onSignedOut } = open({
      "GET /api/session": another,
      "PUT /api/thing": refuse(403, "app.anotherMember"),
    });

    const sent = session.change((credentials) => sendJson(change, credentials));

    await expect(sent).rejects.toMatchObject({ code: "app.anotherMember" });
    expect(asked).toContainEqual({
      ...change,
      csrf: `csrf of ${alex.id}`,
      memberId: hana.id,
    });
    expect(onSignedOut).toHaveBeenCalledWith("for another");
  });

  test("is not sent as another member from a page that was left signed out", async () => {
    const { session, asked, replies, onMember } = open({ "GET /api/session": { body: visitor } });
    await session.fetchView();
    expect(onMember).toHaveBeenLastCalledWith(null);
    replies["GET /api/session"] = { body: viewOf(alex, inMinutes(60)) };
    replies["PUT /api/thing"] = refuse(403, "app.anotherMember");

    await session.change((credentials) => sendJson(change, credentials)).catch(() => undefined);

    const sent = asked.filter(({ path }) => path === change.path);
    expect(sent.map(({ memberId }) => memberId)).toEqual([hana.id]);
    expect(onMember).not.toHaveBeenCalledWith(alex);
  });

  test("that another member's session refuses makes the page look who is signed in", async () => {
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

  test("that meets a sleeping session wakes it and is sent again", async () => {
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

  test("that is refused for another reason is refused", async () => {
    const { session, count } = open({ "PUT /api/thing": refuse(403, "app.forbidden") });

    await expect(
      session.change((credentials) => sendJson(change, credentials)),
    ).rejects.toMatchObject({
      code: "app.forbidden",
    });
    expect(count("POST /api/session/refresh")).toBe(0);
  });

  test("is sent to the other tabs when the member has changed", async () => {
    const { session } = open({});
    await session.fetchView();
    await session.publish("USER_UPDATED");

    expect(readMarker()?.event).toBe("USER_UPDATED");
  });
});

test("a session that can't be fetched has its own code", async () => {
  const told = open({ "GET /api/session": gone }).session.change(async () => {});
  void vi.advanceTimersByTimeAsync(5_000);
  await expect(told).rejects.toMatchObject({ code: "app.sessionFailed" });
});

test("a network that is gone has its own code", () => {
  fakeHost({ "PUT /api/thing": gone });

  return expect(
    sendJson({ method: "PUT", path: "/api/thing" }, { csrf: "", memberId: "" }),
  ).rejects.toEqual(new Refusal("app.networkError", 0));
});
