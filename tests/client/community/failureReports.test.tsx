// @vitest-environment jsdom
/** Report of a failed action: removed when the action is repeated, before the host answers. */
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { Session } from "../../../client/accounts/sessions/Session.ts";
import { CommentList } from "../../../client/community/comments/CommentList.tsx";
import { SaveButton } from "../../../client/community/detail/SaveButton.tsx";
import { FollowLink } from "../../../client/community/follow/FollowLink.tsx";
import { LikeButton } from "../../../client/community/post/LikeButton.tsx";
import { SessionList } from "../../../client/accounts/profiles/account/SessionList.tsx";
import type { CommentPage, SessionEntry } from "../../../client/wire/types.generated.ts";
import { fakeHost, networkError, refuse, type Replies } from "../accounts/sessions/fakeHost.ts";
import { hana, viewOf } from "../accounts/sessions/member.ts";
import { renderForMember, shownMessages } from "../accounts/sessions/memberPage.tsx";
import { translate } from "../messages.ts";
import { aComment, aCommentPage, aPost } from "./posts.ts";

const t = translate.ja;
const entry: SessionEntry = {
  id: "7",
  device: "Firefox",
  created_at: "2026-11-20T00:00:00Z",
  seen_at: "2026-11-20T00:00:00Z",
  is_current: false,
};

afterEach(cleanup);

const actions: readonly [string, ReactNode, string][] = [
  ["like", <LikeButton key="like" post={aPost()} />, t("post.like")],
  ["save", <SaveButton key="save" id={12} />, t("postDetail.save")],
  ["follow", <FollowLink key="follow" kind="cultivar" id="saemidori" />, t("app.follow")],
  ["end of a session", <SessionList key="sessions" />, t("account.sessions.end")],
];

test.each(actions)("report of a failed %s is removed by the next press", async (_, shown, name) => {
  const refused = refuse(503, "app.unavailable", { seconds: 5 });
  fakeHost({
    "GET /api/session": { body: viewOf(hana) },
    "GET /api/sessions": { body: [entry] },
    "PUT /api/posts/12/like": refused,
    "PUT /api/posts/12/saved": refused,
    "PUT /api/account/follows/cultivar:saemidori": refused,
    "DELETE /api/sessions/7": refused,
  });
  const callbacks = { onMember: vi.fn(), onLanguage: vi.fn(), onSignedOut: vi.fn() };
  const session = new Session(callbacks, hana.id);
  const { user } = renderForMember(shown, { openSession: async () => session });
  const button = () => screen.findByRole("button", { name: new RegExp(name) });
  await user.click(await button());
  await waitFor(() => expect(shownMessages()).toHaveLength(1));
  const unanswered = vi.fn(() => new Promise<Response>(() => {}));
  vi.stubGlobal("fetch", unanswered);

  await user.click(await button());

  await waitFor(() => expect(unanswered).toHaveBeenCalled());
  expect(shownMessages()).toEqual([]);
});

function openComments(replies: Replies, page: CommentPage | null) {
  const host = fakeHost({ "GET /api/session": { body: viewOf(hana) }, ...replies });
  const callbacks = { onMember: vi.fn(), onLanguage: vi.fn(), onSignedOut: vi.fn() };
  const session = new Session(callbacks, hana.id);
  const list = <CommentList post={aPost()} preloaded={page} />;
  return { ...host, ...renderForMember(list, { page: "post", openSession: async () => session }) };
}

test("report of a failed deletion is removed when the comment is deleted again", async () => {
  const mine = aComment({ id: 9, user: { ...hana, avatar_url: null } });
  const { user } = openComments(
    { "DELETE /api/comments/9": networkError },
    aCommentPage({ comments: [mine], total: 1 }),
  );
  const askAndAgree = async () => {
    await user.click(screen.getByRole("button", { name: t("postDetail.comments.delete") }));
    const question = within(await screen.findByRole("alertdialog", { hidden: true }));
    await user.click(question.getByText(t("postDetail.confirm.yes")));
  };
  await askAndAgree();
  await waitFor(() => expect(shownMessages()).toHaveLength(1));
  vi.stubGlobal("fetch", () => new Promise(() => {}));

  await askAndAgree();

  expect(shownMessages()).toEqual([]);
});

test("report of comments that could not be read is removed by the next attempt", async () => {
  const path = "GET /api/posts/12/comments?limit=50";
  const { user } = openComments({ [path]: refuse(503, "postDetail.commentsUnavailable") }, null);
  await waitFor(() => expect(shownMessages()).toHaveLength(1));
  vi.stubGlobal("fetch", () => new Promise(() => {}));

  await user.click(screen.getByRole("button", { name: t("postDetail.comments.retry") }));

  await waitFor(() => expect(shownMessages()).toEqual([]));
});
