// @vitest-environment jsdom
/** What an open page does when the host announces that notifications changed. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchNotifications } from "../../../../client/community/notifications/watchNotifications.ts";
import { fakeHost } from "../../accounts/sessions/fakeHost.ts";
import { newStore } from "../../accounts/sessions/surroundings.tsx";
import { FakeSocket } from "../fakeSocket.ts";

beforeEach(() => {
  vi.stubGlobal("WebSocket", FakeSocket);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("changed notifications set the mark, and their list and decisions are loaded again", async () => {
  fakeHost({ "GET /api/notifications/unread": { body: { has_unread: true } } });
  const store = newStore();
  const stale = vi.spyOn(store, "invalidate");
  const setUnread = vi.fn();
  watchNotifications(store, setUnread);

  FakeSocket.last?.say({ type: "notificationsChanged", member_id: "hana" });

  await vi.waitFor(() => expect(setUnread).toHaveBeenCalledExactlyOnceWith(true));
  expect(stale.mock.calls.flat()).toEqual(["notifications", "decisions"]);
});

test("notification of before the connection was open sets the mark", async () => {
  fakeHost({ "GET /api/notifications/unread": { body: { has_unread: true } } });
  const setUnread = vi.fn();
  watchNotifications(newStore(), setUnread);
  expect(setUnread).not.toHaveBeenCalled();

  FakeSocket.last?.onopen?.();

  await vi.waitFor(() => expect(setUnread).toHaveBeenCalledExactlyOnceWith(true));
});
