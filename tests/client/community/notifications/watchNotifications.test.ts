// @vitest-environment jsdom
/** Reaction of an open page to the live event that notifications changed. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchNotifications } from "../../../../client/community/notifications/watchNotifications.ts";
import { fakeHost } from "../../accounts/sessions/fakeHost.ts";
import { newStore } from "../../accounts/sessions/memberPage.tsx";
import { FakeSocket } from "../fakeSocket.ts";

beforeEach(() => {
  vi.stubGlobal("WebSocket", FakeSocket);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("event sets the unread mark and invalidates notifications and decisions", async () => {
  fakeHost({ "GET /api/notifications/unread": { body: { has_unread: true } } });
  const store = newStore();
  const stale = vi.spyOn(store, "invalidate");
  const setUnread = vi.fn();
  watchNotifications(store, setUnread);

  FakeSocket.last?.receive({ type: "notificationsChanged", member_id: "hana" });

  await vi.waitFor(() => expect(setUnread).toHaveBeenCalledExactlyOnceWith(true));
  expect(stale.mock.calls.flat()).toEqual(["notifications", "decisions"]);
});

test("notification from before the connection sets the unread mark", async () => {
  fakeHost({ "GET /api/notifications/unread": { body: { has_unread: true } } });
  const setUnread = vi.fn();
  watchNotifications(newStore(), setUnread);
  expect(setUnread).not.toHaveBeenCalled();

  FakeSocket.last?.onopen?.();

  await vi.waitFor(() => expect(setUnread).toHaveBeenCalledExactlyOnceWith(true));
});
