// @vitest-environment jsdom
/** Panel of notifications in the header: loading, closing, marking as read. */
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Session } from "../../../../client/accounts/sessions/Session.ts";
import { NotificationPanel } from "../../../../client/community/notifications/NotificationPanel.tsx";
import type { Notification } from "../../../../client/wire/types.generated.ts";
import { fakeHost, type Replies, refuse } from "../../accounts/sessions/fakeHost.ts";
import { hana, viewOf } from "../../accounts/sessions/member.ts";
import { renderForMember, shownMessages } from "../../accounts/sessions/memberPage.tsx";
import { translate } from "../../messages.ts";

afterEach(cleanup);

const reply: Notification = {
  kind: "reply",
  at: "2026-11-21T03:00:00Z",
  is_unread: true,
  post_id: 12,
  text: "水の温度",
  count: 1,
  name: "Alex",
};
const readPath = `PUT /api/notifications/read?until=${encodeURIComponent(reply.at)}`;
const withoutPost: Notification = { ...reply, post_id: null, text: "", name: null };
const listed = (notifications: readonly Notification[]) => ({
  body: { notifications, has_unread: true },
});

function open(replies: Replies) {
  const host = fakeHost({ "GET /api/session": { body: viewOf(hana) }, ...replies });
  const callbacks = { onMember: vi.fn(), onLanguage: vi.fn(), onSignedOut: vi.fn() };
  const session = new Session(callbacks, hana.id);
  const onClose = vi.fn();
  const panel = <NotificationPanel onClose={onClose} />;
  return {
    ...host,
    ...callbacks,
    onClose,
    ...renderForMember(panel, { openSession: async () => session }),
  };
}

test("newest notifications are loaded when the panel opens", async () => {
  open({ "GET /api/notifications": listed([reply]) });

  const line = await screen.findByRole("link", { name: /Alex/ });

  expect(line.getAttribute("href")).toBe("/ja/post/12#comments");
  expect(screen.getByRole("dialog").getAttribute("aria-labelledby")).toBe(
    screen.getByRole("heading").id,
  );
});

test("panel ends the session in this tab if another browser has ended it", async () => {
  const { onSignedOut } = open({
    "GET /api/session": { body: { member: null, csrf: null, expires_at: null } },
    "GET /api/notifications": { status: 401, body: { code: "login.required" } },
  });

  await waitFor(() => expect(onSignedOut).toHaveBeenCalledWith("elsewhere"));
});

const ended = refuse(401, "login.required");
const noSession = { body: { member: null, csrf: null, expires_at: null } };

test.each<[string, Replies]>([
  ["", { "GET /api/session": noSession }],
  ["although the session could not be looked up", { "GET /api/session": refuse(503, "down") }],
])("after the end of the session the panel leads to the login %s", async (_, replies) => {
  open({ "GET /api/notifications": ended, ...replies });

  await waitFor(() => expect(shownMessages()).toHaveLength(1));

  expect(shownMessages()[0]).toContain(translate.ja("notifications.panel.ended"));
  const login = screen.getByRole("link", { name: translate.ja("app.nav.login") });
  const back = encodeURIComponent(location.pathname + location.search);
  expect(login.getAttribute("href")).toBe(`/ja/login?return=${back}`);
  expect(screen.queryByText(translate.ja("notifications.failed"))).toBeNull();
});

test("a press on the button after the end of the session leads to the login", async () => {
  const { user, replies } = open({ "GET /api/notifications": listed([reply]), [readPath]: ended });
  const button = await screen.findByRole("button", { name: translate.ja("notifications.read") });
  replies["GET /api/session"] = noSession;

  await user.click(button);

  await waitFor(() => expect(shownMessages()).toHaveLength(1));
  expect(shownMessages()[0]).toContain(translate.ja("notifications.panel.ended"));
  expect(screen.getByRole("link", { name: translate.ja("app.nav.login") })).toBeTruthy();
});

test("button marks all up to the newest listed one as read and disappears", async () => {
  const { user, count } = open({
    "GET /api/notifications": listed([reply]),
    [readPath]: { status: 204 },
  });

  await user.click(await screen.findByRole("button", { name: translate.ja("notifications.read") }));

  await waitFor(() => expect(count(readPath)).toBe(1));
  expect(count("GET /api/notifications")).toBe(2);
});

test.each<[string, Notification]>([
  ["12", reply],
  ["groups/decisions", { ...withoutPost, kind: "remove-post", group: "decisions" }],
  ["groups/reports", { ...withoutPost, kind: "report-kept", group: "reports" }],
  [
    "groups/cultivar%3Ayabukita",
    { ...withoutPost, kind: "correction-kept", cultivar: "yabukita", group: "cultivar:yabukita" },
  ],
])("press on an unread notification marks %s as read, on a read one nothing", async (id, one) => {
  const path = `PUT /api/notifications/read/${id}`;
  const { user, requests, count } = open({
    "GET /api/notifications": listed([
      one,
      { ...one, at: "2026-11-20T03:00:00Z", is_unread: false },
    ]),
    [path]: { status: 204 },
  });
  const [unread, read] = await screen.findAllByRole("listitem");
  const press = async (line: HTMLElement | undefined) => {
    const link = within(line ?? document.body).getByRole("link");
    link.addEventListener("click", (event) => event.preventDefault());
    await user.click(link);
  };

  await press(read);
  await press(unread);

  await waitFor(() => expect(count(path)).toBe(1));
  expect(requests.filter(({ method }) => method === "PUT")).toHaveLength(1);
});

test("panel shows a failure and is closed by its button", async () => {
  const { user, onClose } = open({ "GET /api/notifications": refuse(503, "unavailable") });

  expect((await screen.findByRole("alert")).textContent).toBe(translate.ja("notifications.failed"));
  await user.click(screen.getByRole("button", { name: translate.ja("notifications.panel.close") }));

  expect(onClose).toHaveBeenCalledOnce();
});
