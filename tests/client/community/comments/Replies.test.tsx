// @vitest-environment jsdom
/** Replies: their place below a comment, the form for a new one, its draft and its focus. */
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { CommentList } from "../../../../client/community/comments/CommentList.tsx";
import { CommentPanel } from "../../../../client/community/comments/CommentPanel.tsx";
import { draftName, readDraft } from "../../../../client/community/comments/drafts.ts";
import {
  type Thread,
  threadOf,
  withNextPage,
  withRemoved,
  withStored,
} from "../../../../client/community/comments/thread.ts";
import { Session } from "../../../../client/accounts/sessions/Session.ts";
import type { CommentPage, CommentView } from "../../../../client/wire/types.generated.ts";
import { fakeHost, refuse, type Replies } from "../../accounts/sessions/fakeHost.ts";
import { hana, viewOf } from "../../accounts/sessions/member.ts";
import { renderForMember, shownMessages } from "../../accounts/sessions/memberPage.tsx";
import { translate } from "../../messages.ts";
import { aComment, aCommentPage, aPost } from "../posts.ts";

const t = translate.en;
const send = "POST /api/posts/12/comments";
const reply = (id: number, parent_id: number, part: Partial<CommentView> = {}) =>
  aComment({ id, parent_id, is_parent_shown: true, content: `Reply ${id}.`, ...part });
const some = [aComment({ id: 1 }), reply(2, 1), aComment({ id: 3 })];
const ids = (rows: Thread["rows"]) => rows.map(({ id }) => id);

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

function open(comments: readonly CommentView[], replies: Replies = {}, path = "/post/12") {
  const host = fakeHost({ "GET /api/session": { body: viewOf(hana) }, ...replies });
  const session = new Session(
    { onMember: () => undefined, onLanguage: () => undefined, onSignedOut: () => undefined },
    hana.id,
  );
  const page: CommentPage = aCommentPage({ comments, total: comments.length });
  const post = aPost({ commentsCount: comments.length });
  const rendered = renderForMember(<CommentList post={post} preloaded={page} />, {
    language: "en",
    page: "post",
    params: { id: "12" },
    path,
    viewer: hana,
    openSession: async () => session,
  });
  return { host, ...rendered };
}

const items = () => [...document.querySelectorAll("li")];
const rowOf = (id: number) => within(document.getElementById(`comment-${id}`) as HTMLElement);
const replyTo = (id: number) =>
  rowOf(id).getByRole("button", { name: t("postDetail.replies.reply") });
const box = (id: number) => rowOf(id).queryByRole<HTMLTextAreaElement>("textbox");
const shownBox = (id: number) => rowOf(id).findByRole<HTMLTextAreaElement>("textbox");

describe("thread with replies", () => {
  const thread = threadOf(aCommentPage({ comments: some, next: "n", total: 9 }));

  test("places a stored reply below the other replies to its comment", () => {
    const after = withStored(thread, "k", reply(9, 1));

    expect([ids(after.rows), ids(after.own), after.total]).toEqual([[1, 2, 9, 3], [], 10]);
  });

  test("places a reply to an own comment below it while rows between are not loaded", () => {
    const own = withStored(thread, "k", aComment({ id: 20 }));

    const after = withStored(withStored(own, "k", aComment({ id: 21 })), "k", reply(22, 20));

    expect(ids(after.own)).toEqual([20, 22, 21]);
  });

  test("places a reply to a comment that is not loaded at the end", () => {
    expect(ids(withStored(thread, "k", reply(9, 8)).own)).toEqual([9]);
  });

  test("moves a reply behind the older ones of the next page", () => {
    const last = threadOf(aCommentPage({ comments: [aComment({ id: 1 })], next: "n", total: 3 }));
    const page = aCommentPage({ comments: [reply(2, 1), reply(9, 1)], total: 3 });

    expect(ids(withNextPage(withStored(last, "k", reply(9, 1)), page).rows)).toEqual([1, 2, 9]);
  });

  test("keeps replies to a removed comment", () => {
    const after = withRemoved(thread, 1);

    expect(after.rows.map(({ id, is_parent_shown }) => [id, is_parent_shown])).toEqual([
      [2, false],
      [3, false],
    ]);
    expect(after.total).toBe(8);
  });
});

describe("list of comments", () => {
  test("marks replies, without a note above them while their comment is shown", () => {
    open(some);

    expect(items().map(({ className }) => className)).toEqual([
      "comment-row",
      "comment-row comment-row-below",
      "comment-row",
    ]);
    expect(rowOf(2).getByText(t("postDetail.replies.mark"))).toBeTruthy();
  });

  test("has one note above the replies to a deleted or hidden comment", () => {
    const hidden = { is_parent_shown: false };
    open([reply(2, 1, hidden), reply(4, 1, hidden), aComment({ id: 5 })]);

    expect(screen.getAllByText(t("postDetail.replies.absent"))).toHaveLength(1);
    expect(items()[0]?.textContent).toBe(t("postDetail.replies.absent"));
  });

  test("has a note above replies to a comment of an earlier page", () => {
    open([reply(2, 1), aComment({ id: 5 })], {}, "/post/12?after=c");

    expect(items()[0]?.textContent).toBe(t("postDetail.replies.earlier"));
  });

  test("describes the equally named controls of its rows by author and time", () => {
    open(some);

    for (const id of [1, 3]) {
      const head = document.getElementById(replyTo(id).getAttribute("aria-describedby") ?? "");
      expect(head?.closest("li")?.id).toBe(`comment-${id}`);
      expect(head?.querySelector("time")).not.toBeNull();
      expect(head?.textContent).toContain("Hana");
    }
  });

  test("offers no reply to visitors, and none in a card", async () => {
    renderForMember(<CommentList post={aPost()} preloaded={aCommentPage({ comments: some })} />, {
      language: "en",
      page: "post",
      path: "/post/12",
      viewer: null,
    });
    expect(screen.queryByRole("button", { name: t("postDetail.replies.reply") })).toBeNull();
    cleanup();

    fakeHost({ "GET /api/posts/12/comments?limit=3": { body: aCommentPage({ comments: some }) } });
    renderForMember(<CommentPanel post={aPost()} />, {
      language: "en",
      page: "community",
      viewer: hana,
    });
    await waitFor(() => expect(items()).toHaveLength(3));
    expect(screen.queryByRole("button", { name: t("postDetail.replies.reply") })).toBeNull();
  });
});

describe("form for a reply", () => {
  test("has the focus and a name, and closes by Escape with the draft kept", async () => {
    const { user } = open(some);

    await user.click(replyTo(1));
    await shownBox(1);
    const label = t("postDetail.replies.label", { name: "Hana" });
    expect(document.activeElement).toBe(rowOf(1).getByLabelText(label));
    expect(replyTo(1).getAttribute("aria-expanded")).toBe("true");
    await user.keyboard("Warm the cup{Escape}");

    expect(box(1)).toBeNull();
    expect(document.activeElement).toBe(replyTo(1));
    expect(readDraft(draftName(hana.id, 12, 1))).toBe("Warm the cup");
    expect(readDraft(draftName(hana.id, 12))).toBe("");
    await user.click(replyTo(3));
    expect((await shownBox(3)).value).toBe("");
    await user.click(replyTo(1));
    expect((await shownBox(1)).value).toBe("Warm the cup");
  });

  test("sends the reply to its comment and returns the focus", async () => {
    const stored = reply(9, 1, { content: "Warm the cup." });
    const { user, host } = open(some, {
      [send]: { status: 201, body: stored },
      "GET /api/posts/12": { body: aPost() },
    });

    await user.click(replyTo(2));
    fireEvent.change(await shownBox(2), { target: { value: "Warm the cup." } });
    await user.click(rowOf(2).getByRole("button", { name: t("postDetail.comments.send") }));

    await waitFor(() => expect(box(2)).toBeNull());
    expect(host.requests.find(({ method }) => method === "POST")?.body).toEqual({
      content: "Warm the cup.",
      parent: 2,
    });
    expect(items().map(({ id }) => id)).toEqual([1, 2, 9, 3].map((id) => `comment-${id}`));
    expect(document.activeElement).toBe(replyTo(2));
    expect(readDraft(draftName(hana.id, 12, 2))).toBe("");
  });

  test("keeps the text after a refusal, and repeats the request with its key", async () => {
    const { user, host } = open(some, { [send]: refuse(404, "postDetail.commentNotFound") });
    const asking = vi.spyOn(globalThis, "fetch");
    await user.click(replyTo(1));
    const form = (await shownBox(1)).form as HTMLFormElement;
    fireEvent.change(await shownBox(1), { target: { value: "Warm the cup." } });

    for (const _ of [1, 2]) await act(async () => form.requestSubmit());

    await waitFor(() => expect(host.count(send)).toBe(2));
    expect((await shownBox(1)).value).toBe("Warm the cup.");
    expect(shownMessages()[0]).toBe(t("postDetail.commentNotFound"));
    const keys = asking.mock.calls
      .filter(([, init]) => init?.method === "POST")
      .map(([, init]) => new Headers(init?.headers).get("Idempotency-Key"));
    expect(new Set(keys).size).toBe(1);
  });

  test("that failed keeps its message while another comment is sent", async () => {
    const { user, host } = open(some, { [send]: refuse(503, "app.unavailable", { seconds: 5 }) });
    await user.click(replyTo(1));
    const form = (await shownBox(1)).form as HTMLFormElement;
    fireEvent.change(await shownBox(1), { target: { value: "Warm the cup." } });
    await act(async () => form.requestSubmit());
    await waitFor(() => expect(shownMessages()).toHaveLength(1));

    host.replies[send] = { status: 201, body: aComment({ id: 9, content: "And the pot." }) };
    const boxes = [...document.querySelectorAll("textarea")];
    const own = boxes.find((one) => one.closest("li") === null);
    if (own) fireEvent.change(own, { target: { value: "And the pot." } });
    await act(async () => own?.form?.requestSubmit());

    await waitFor(() => expect(document.getElementById("comment-9")).not.toBeNull());
    expect(shownMessages()).toHaveLength(1);
  });

  test("removes the message of a failure once the reply is sent", async () => {
    const { user, host } = open(some, { [send]: refuse(503, "app.unavailable", { seconds: 5 }) });
    await user.click(replyTo(1));
    const form = (await shownBox(1)).form as HTMLFormElement;
    fireEvent.change(await shownBox(1), { target: { value: "Warm the cup." } });
    await act(async () => form.requestSubmit());
    await waitFor(() => expect(shownMessages()).toHaveLength(1));

    host.replies[send] = { status: 201, body: reply(9, 1, { content: "Warm the cup." }) };
    await act(async () => form.requestSubmit());

    await waitFor(() => expect(box(1)).toBeNull());
    expect(shownMessages()).toEqual([]);
  });
});
