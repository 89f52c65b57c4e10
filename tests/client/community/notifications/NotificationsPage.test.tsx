// @vitest-environment jsdom
/** Sentences and links of notifications. */
import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import NotificationsPage from "../../../../client/community/notifications/NotificationsPage.tsx";
import type { Language } from "../../../../client/contracts/language.ts";
import type { Notification } from "../../../../client/wire/types.generated.ts";
import { renderInPage } from "../../renderPage.tsx";
import { translate } from "../../messages.ts";

afterEach(cleanup);

const comment: Notification = {
  kind: "comment",
  at: "2026-11-21T03:00:00Z",
  is_unread: true,
  post_id: 12,
  text: "新茶の\n香り",
  count: 1,
  name: "Hana",
};
const like: Notification = { ...comment, kind: "like", count: 2, name: null, is_unread: false };
const removal: Notification = { ...like, kind: "remove-post", post_id: null, text: "" };

function show(notifications: readonly Notification[] | null, language: Language = "en") {
  const data = notifications && { notifications, has_unread: true };
  renderInPage(<NotificationsPage />, {
    page: "notifications",
    language,
    preloaded: [
      { query: "notificationSettings", params: {}, data: null },
      { query: "notifications", params: {}, data },
    ],
  });
  return screen.queryAllByRole("listitem").map((line) => {
    const link = line.querySelector("a");
    return [link?.textContent, link?.getAttribute("href")];
  });
}

test("each line says what happened and links to it", () => {
  expect(
    show([
      comment,
      { ...comment, at: "2026-11-21T02:00:00Z", count: 3, name: null },
      like,
      removal,
    ]),
  ).toEqual([
    ["Hana commented on “新茶の 香り”", "/post/12#comments"],
    ["3 comments on “新茶の 香り”, the newest by a member who has left", "/post/12#comments"],
    ["2 likes for “新茶の 香り”", "/post/12#comments"],
    ["A moderator removed a post of yours", "/account"],
  ]);
});

test("names and titles that run to the left leave the sentence in its order", () => {
  const written = { ...comment, name: "مرحبا 123", text: "كتاب [1]" };

  expect(show([written], "ja")).toEqual([
    [
      "\u2068مرحبا 123\u2069さんが「\u2068كتاب [1]\u2069」にコメントしました",
      "/ja/post/12#comments",
    ],
  ]);
  expect(document.querySelector("li bdi")?.getAttribute("dir")).toBe("ltr");
});

test("Japanese names have an honorific, members who have left and cultivars have none", () => {
  const correction: Notification = {
    ...comment,
    kind: "correction-accepted",
    text: "やぶきた",
    name: "Yabukita",
    cultivar: "yabukita",
  };

  const lines = show([comment, { ...comment, post_id: 13, name: null }, correction], "ja");

  expect(lines.map(([sentence]) => sentence)).toEqual([
    "Hanaさんが「新茶の 香り」にコメントしました",
    "退会したメンバーが「新茶の 香り」にコメントしました",
    "ご指摘を受けて「やぶきた」（Yabukita）の記録を直しました。ありがとうございました",
  ]);
});

test("form that marks all as read sends the time of the newest line", () => {
  show([comment, { ...comment, at: "2026-11-21T02:00:00Z" }]);

  const until = document.querySelector<HTMLInputElement>("form [name=until]");
  expect(until?.value).toBe(comment.at);
});

test("mention in a post leads to the post, and in a comment to the comments", () => {
  const mention: Notification = { ...comment, kind: "mention" };
  expect(
    show([
      { ...mention, is_of_post: true },
      { ...mention, kind: "reply" },
    ]),
  ).toEqual([
    ["Hana mentioned you on “新茶の 香り”", "/post/12"],
    ["Hana replied to your comment on “新茶の 香り”", "/post/12#comments"],
  ]);
});

test("lines are in Japanese on a Japanese page", () => {
  expect(
    show([comment, { ...comment, at: "2026-11-21T02:00:00Z", count: 3 }, like], "ja").map(
      ([text]) => text,
    ),
  ).toEqual([
    "Hanaさんが「新茶の 香り」にコメントしました",
    "「新茶の 香り」にコメントが3件あります（最新はHanaさん）",
    "「新茶の 香り」にいいね2件",
  ]);
});

test("button that marks all as read is shown while something is unread", () => {
  show([comment]);
  expect(screen.getByRole("button").closest("form")?.action).toMatch(
    /\/api\/notifications\/read\/form\?language=en$/,
  );
  cleanup();

  show([like]);
  expect(screen.queryByRole("button")).toBeNull();
});

test("empty list and failed reading differ", () => {
  show([]);
  expect(screen.getByText(translate.en("notifications.none"))).toBeTruthy();
  cleanup();

  show(null);
  expect(screen.getByRole("alert").textContent).toBe(translate.en("notifications.failed"));
});
