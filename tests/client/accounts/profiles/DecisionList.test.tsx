// @vitest-environment jsdom
/** Decisions on the account page: rule of each, text of a removal, and marking as read. */
import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { DecisionList } from "../../../../client/accounts/profiles/account/DecisionList.tsx";
import { Session } from "../../../../client/accounts/sessions/Session.ts";
import { holds, reasons } from "../../../../client/community/reports/reasons.ts";
import type { OwnDecision } from "../../../../client/wire/types.generated.ts";
import { fakeHost } from "../sessions/fakeHost.ts";
import { hana, viewOf } from "../sessions/member.ts";
import { renderForMember } from "../sessions/memberPage.tsx";
import { translate } from "../../messages.ts";

afterEach(cleanup);

const release: OwnDecision = {
  action: "release-post",
  created_at: "2026-11-21T03:00:00Z",
  rule: "word",
  note: null,
  post_id: 12,
  id: 3,
  appeal: null,
  can_appeal: false,
};

for (const language of ["ja", "en"] as const)
  test.each([...holds, ...reasons])(`names the rule %s in ${language}`, (rule) => {
    const preloaded = [{ query: "decisions", params: {}, data: [{ ...release, rule }] }] as const;
    renderForMember(<DecisionList />, { page: "account", language, preloaded });

    expect(screen.getByText(translate[language](`account.decisions.rule.${rule}`))).toBeTruthy();
    expect(
      screen.getByText(translate[language]("account.decisions.action.release-post")),
    ).toBeTruthy();
  });

test.each([
  ["remove-post", "en", "Post 39, written on November 20, 2026"],
  ["remove-post", "ja", "2026年11月20日の投稿（番号39）"],
  ["remove-comment", "en", "Comment 39, written on November 20, 2026"],
  ["remove-comment", "ja", "2026年11月20日のコメント（番号39）"],
] as const)("removal says which text it was: %s %s", (action, language, name) => {
  const removal = { ...release, action, subject_id: 39, written_at: "2026-11-20T01:00:00Z" };
  const preloaded = [{ query: "decisions", params: {}, data: [removal] }] as const;
  renderForMember(<DecisionList />, { page: "account", language, preloaded });

  expect(screen.getByText(name)).toBeTruthy();
});

test("removal without the date of its text shows only the number of the text", () => {
  const removal = { ...release, action: "remove-post", subject_id: 39, written_at: null };
  const preloaded = [{ query: "decisions", params: {}, data: [removal] }] as const;
  renderForMember(<DecisionList />, { page: "account", language: "en", preloaded });

  expect(screen.getByText("Number 39")).toBeTruthy();
});

const markRead = "PUT /api/notifications/read/groups/decisions";

/** Renders the decisions of a member with or without unread notifications. */
function open(hasUnread: boolean, data: readonly OwnDecision[] | null) {
  const host = fakeHost({
    "GET /api/session": { body: viewOf(hana) },
    [markRead]: { status: 204 },
  });
  const callbacks = { onMember: vi.fn(), onLanguage: vi.fn(), onSignedOut: vi.fn() };
  const session = new Session(callbacks, hana.id);
  renderForMember(<DecisionList />, {
    page: "account",
    viewer: { ...hana, has_unread: hasUnread },
    preloaded: [{ query: "decisions", params: {}, data }],
    openSession: async () => session,
  });
  return host;
}

test("opening the list marks decisions as read", async () => {
  const { count } = open(true, [release]);

  await waitFor(() => expect(count(markRead)).toBe(1));
});

test.each([
  ["without unread notifications", false, [release]],
  ["of decisions that could not be loaded", true, null],
] as const)("a list %s marks nothing", async (_, hasUnread, data) => {
  const { requests } = open(hasUnread, data);
  await new Promise((resolve) => setTimeout(resolve, 50));

  expect(requests).toEqual([]);
});

test.each([
  ["en", "Removed from your profile: bio, photo."],
  ["ja", "自己紹介、プロフィール写真を初期化しました。"],
] as const)("reset names the parts of the profile in %s", (language, expected) => {
  const reset: OwnDecision = { ...release, action: "reset-profile", parts: ["bio", "picture"] };
  const preloaded = [{ query: "decisions", params: {}, data: [reset] }] as const;
  renderForMember(<DecisionList />, { page: "account", language, preloaded });

  expect(screen.getByRole("listitem").textContent).toContain(expected);
});

test.each(["en", "ja"] as const)("names forbidden characters of an appeal in %s", (language) => {
  const preloaded = [{ query: "decisions", params: {}, data: [release] }] as const;
  const path = "/account?appeal=noteCharacters";
  renderForMember(<DecisionList />, { page: "account", language, preloaded, path });

  expect(screen.getByRole("alert").textContent).toBe(
    translate[language]("account.appeal.errors.noteCharacters"),
  );
});
