// @vitest-environment jsdom
/** Comment list: sending, deleting, paging and realtime events. */
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { FakeSocket } from "../fakeSocket.ts";
import { CommentList } from "../../../../client/community/comments/CommentList.tsx";
import { draftName, readDraft } from "../../../../client/community/comments/drafts.ts";
import { usePost } from "../../../../client/community/usePosts.ts";
import { Session } from "../../../../client/accounts/sessions/Session.ts";
import { showStoredMessages } from "../../../../client/app/layout/storedMessages.ts";
import type { CommentPage, PostView } from "../../../../client/wire/types.generated.ts";
import { fakeHost, networkError, refuse, type Replies } from "../../accounts/sessions/fakeHost.ts";
import { hana, viewOf } from "../../accounts/sessions/member.ts";
import { renderForMember, shownMessages } from "../../accounts/sessions/memberPage.tsx";
import { translate } from "../../messages.ts";
import { aComment, aCommentPage, aPost } from "../posts.ts";

const t = translate.en;
const send = "POST /api/posts/12/comments";
const mine = aComment({ id: 9, user: { ...hana, avatar_url: null }, content: "Warm the pot." });

function LiveList({ post, page }: { readonly post: PostView; readonly page: CommentPage | null }) {
  return <CommentList post={usePost(post)} preloaded={page} />;
}

function open(replies: Replies, page: CommentPage | null, viewer: typeof hana | null = hana) {
  const host = fakeHost({ "GET /api/session": { body: viewOf(hana) }, ...replies });
  const callbacks = { onMember: vi.fn(), onLanguage: vi.fn(), onSignedOut: vi.fn() };
  const session = new Session(callbacks, hana.id);
  const post = aPost({ commentsCount: page?.total ?? 0 });
  const rendered = renderForMember(<LiveList post={post} page={page} />, {
    language: "en",
    page: "post",
    params: { id: "12" },
    path: "/post/12",
    now: "2026-11-21T04:00:00Z",
    viewer,
    openSession: async () => session,
  });
  return { host, ...rendered };
}

const box = () => screen.getByRole<HTMLTextAreaElement>("textbox", { hidden: true });
const button = () => screen.getByRole<HTMLButtonElement>("button", { name: /^Send/ });
const heading = () => screen.getByRole("heading", { level: 2 }).textContent;
const shownComments = () => screen.queryAllByRole("listitem").map(({ textContent }) => textContent);

afterEach(() => {
  cleanup();
  FakeSocket.last = undefined;
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe("comments for a visitor", () => {
  test("are readable, with a disabled form and a login link", () => {
    open({}, aCommentPage({ comments: [aComment()], total: 1 }), null);

    expect(shownComments()).toEqual([expect.stringContaining("Mine needed cooler water.")]);
    expect([box().disabled, button().disabled]).toEqual([true, true]);
    expect(box().placeholder).toBe(t("postDetail.comments.loginPlaceholder"));
    expect(screen.getByRole("link", { name: "Log in" }).getAttribute("href")).toBe(
      "/login?return=%2Fpost%2F12",
    );
    expect(screen.queryByRole("button", { name: "Delete" })).toBeNull();
  });
});

describe("comment form of a member", () => {
  test("disables sending of blank text and of more than 1000 code points", async () => {
    const { user } = open({}, aCommentPage());
    expect(button().disabled).toBe(true);

    await user.type(box(), " \n ");
    expect(button().disabled).toBe(true);

    fireEvent.change(box(), { target: { value: "🍵".repeat(1001) } });
    expect(button().disabled).toBe(true);
    expect(screen.getByText("1 character too many")).toBeTruthy();

    fireEvent.change(box(), { target: { value: "🍵".repeat(1000) } });
    expect(button().disabled).toBe(false);
    expect(screen.getByText("0 characters left")).toBeTruthy();
  });

  test("shows the comment and the count before the response", async () => {
    let answer = () => {};
    const waiting = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { user, host } = open(
      { [send]: { status: 201, body: mine }, "GET /api/posts/12": { body: aPost() } },
      aCommentPage(),
    );
    const fetchSpy = globalThis.fetch;
    vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
      if (init?.method === "POST") await waiting;
      return fetchSpy(path, init);
    });

    await user.type(box(), "  Warm the pot. ");
    await user.click(button());

    expect(shownComments()).toEqual([expect.stringContaining("Warm the pot.")]);
    await waitFor(() => expect(heading()).toBe("Comments 1"));
    expect(box().value).toBe("");
    expect(readDraft(draftName(hana.id, 12))).not.toBe("");

    await act(async () => answer());
    await waitFor(() => expect(readDraft(draftName(hana.id, 12))).toBe(""));

    expect(host.requests.find(({ method }) => method === "POST")?.body).toEqual({
      content: "Warm the pot.",
    });
    expect(screen.getByRole("button", { name: "Delete" })).toBeTruthy();
  });

  test.each([
    ["a lost network", networkError],
    ["a host that refuses", refuse(503, "app.unavailable", { seconds: 5 })],
  ])("keeps the text after %s", async (_, reply) => {
    const { user } = open({ [send]: reply }, aCommentPage());
    await user.type(box(), "Warm the pot.");

    await user.click(button());

    await waitFor(() => expect(shownMessages()).toHaveLength(1));
    expect(shownMessages()[0]).toContain(t("postDetail.commentFailed"));
    expect(box().value).toBe("Warm the pot.");
    expect(shownComments()).toEqual([]);
    expect(heading()).toBe("Comments 0");
  });

  test("keeps text and message when the session ends", async () => {
    const { user } = open(
      {
        [send]: refuse(401, "postDetail.loginRequiredForComment"),
        "POST /api/session/refresh": refuse(401, "login.required"),
      },
      aCommentPage(),
    );
    await user.type(box(), "Warm the pot.");
    await user.click(button());
    await waitFor(() => expect(shownMessages()).not.toHaveLength(0));
    cleanup();

    open({}, aCommentPage());
    // The end of the session reloads the page; the next page shows the message again.
    showStoredMessages();

    expect(shownMessages()).not.toHaveLength(0);
    expect(document.querySelector(".message a")?.getAttribute("href")).toMatch(/^\/login\?return=/);
    expect(box().value).toBe("Warm the pot.");
  });

  test("sends a text without a response with its key again, also after a reload", async () => {
    const replies = { [send]: networkError, "GET /api/posts/12": { body: aPost() } };
    const sendIn = async (reply: Replies[string], text?: string) => {
      cleanup();
      const { user, host } = open({ ...replies, [send]: reply }, aCommentPage());
      const fetchSpy = vi.spyOn(globalThis, "fetch");
      if (text) fireEvent.change(box(), { target: { value: text } });
      await user.click(button());
      await waitFor(() => expect(host.count(send)).toBe(1));
      await waitFor(() => expect(box().readOnly).toBe(false));
      const [, init] = fetchSpy.mock.calls.find(([, { method } = {}]) => method === "POST") ?? [];
      return new Headers(init?.headers).get("Idempotency-Key");
    };
    const stored = { status: 201, body: mine };
    const deleted = refuse(404, "postDetail.commentNotFound");

    const lost = await sendIn(networkError, "Warm the pot.");
    const again = await sendIn(deleted);
    const renewed = await sendIn(stored);
    const other = await sendIn(stored, "Warm the pot.");

    expect(again).toBe(lost);
    expect(new Set([lost, renewed, other]).size).toBe(3);
  });

  test("submits on Ctrl+Enter but not during IME composition", async () => {
    const { host } = open(
      { [send]: { status: 201, body: mine }, "GET /api/posts/12": { body: aPost() } },
      aCommentPage(),
    );
    fireEvent.change(box(), { target: { value: "ちゃ" } });

    fireEvent.keyDown(box(), { key: "Enter", isComposing: true });
    fireEvent.keyDown(box(), { key: "Enter", ctrlKey: true, isComposing: true });
    fireEvent.keyDown(box(), { key: "Enter" });
    expect(host.count(send)).toBe(0);

    fireEvent.keyDown(box(), { key: "Enter", ctrlKey: true });
    await waitFor(() => expect(host.count(send)).toBe(1));
  });
});

describe("member's own comment", () => {
  const twoComments = aCommentPage({ comments: [aComment(), mine], total: 2 });
  const askToDelete = async (user: ReturnType<typeof open>["user"]) => {
    await user.click(screen.getByRole("button", { name: "Delete" }));
    return within(await screen.findByRole("alertdialog", { hidden: true }));
  };

  test("is deleted only after confirmation", async () => {
    const { user, host } = open({ "DELETE /api/comments/9": { status: 204 } }, twoComments);

    const first = await askToDelete(user);
    await user.click(first.getByText("Keep it"));
    expect(host.count("DELETE /api/comments/9")).toBe(0);

    const second = await askToDelete(user);
    await user.click(second.getByText("Delete"));

    await waitFor(() => expect(shownMessages()).toEqual([t("postDetail.comments.deleted")]));
    expect(shownComments()).toHaveLength(1);
    expect(document.activeElement?.textContent).toBe(t("postDetail.undo.label"));
  });

  test("reappears when the deletion fails", async () => {
    const { user } = open({ "DELETE /api/comments/9": networkError }, twoComments);

    const question = await askToDelete(user);
    await user.click(question.getByText("Delete"));

    await waitFor(() => expect(shownMessages()).toHaveLength(1));
    expect(shownMessages()[0]).toContain(t("postDetail.comments.deleteFailed"));
    expect(shownComments()).toHaveLength(2);
  });
});

describe("failed comment request", () => {
  test("shows a retry button that loads the comments", async () => {
    const path = "GET /api/posts/12/comments?limit=50";
    const { host, user } = open({ [path]: refuse(503, "postDetail.commentsUnavailable") }, null);

    await waitFor(() => expect(shownMessages()).toEqual([t("postDetail.commentsUnavailable")]));
    expect(screen.getByText(t("postDetail.comments.failed"))).toBeTruthy();

    host.replies[path] = { body: aCommentPage({ comments: [aComment()], total: 1 }) };
    await user.click(screen.getByRole("button", { name: t("postDetail.comments.retry") }));

    await screen.findByText("Mine needed cooler water.");
  });
});

test("link to further comments appends them and focuses the first new one", async () => {
  const next = "GET /api/posts/12/comments?limit=50&after=c2";
  const { user } = open(
    { [next]: { body: aCommentPage({ comments: [aComment({ id: 3 })], total: 3 }) } },
    aCommentPage({ comments: [aComment({ id: 1 }), aComment({ id: 2 })], next: "c2", total: 3 }),
  );

  const more = screen.getByRole("link", { name: "Read on (1 more)" });
  expect(more.getAttribute("href")).toBe("?after=c2#comments");
  await user.click(more);

  await waitFor(() => expect(document.getElementById("comment-3")).not.toBeNull());
  expect(screen.queryByRole("link", { name: /^Read on/ })).toBeNull();
  const first = document.querySelector<HTMLElement>("#comment-3 a");
  await waitFor(() => expect(document.activeElement).toBe(first));
});

describe("realtime comment event", () => {
  const first = aCommentPage({ comments: [aComment({ id: 1 }), aComment({ id: 2 })], total: 2 });
  const listen = async () => {
    vi.stubGlobal("WebSocket", FakeSocket);
    const opened = open({}, first);
    await waitFor(() => expect(FakeSocket.last).toBeDefined());
    return opened;
  };

  test("adds and removes comments of this post only", async () => {
    const { host } = await listen();
    const three = [...first.comments, aComment({ id: 3, content: "And a smaller pot." })];
    const path = "GET /api/posts/12/comments?limit=50";
    host.replies[path] = { body: aCommentPage({ comments: three, total: 3 }) };

    act(() => FakeSocket.last?.receive({ type: "commentAdded", post_id: 12, id: 3 }));
    await screen.findByText("And a smaller pot.");
    act(() => FakeSocket.last?.receive({ type: "commentRemoved", post_id: 12, id: 1 }));
    act(() => FakeSocket.last?.receive({ type: "commentRemoved", post_id: 13, id: 2 }));

    expect([...document.querySelectorAll("li")].map(({ id }) => id)).toEqual([
      "comment-2",
      "comment-3",
    ]);
  });
});

test("hostile comment stays text and has dir auto", () => {
  const content = `<img src=x onerror=alert(1)>\u202eabc\n${"あ".repeat(400)} ${"🍵".repeat(300)}`;
  open({}, aCommentPage({ comments: [aComment({ content })], total: 1 }));

  const words = document.querySelector(".comment-row-content");

  expect(words?.textContent).toBe(content);
  expect(words?.getAttribute("dir")).toBe("auto");
  expect(document.querySelector("img[src=x]")).toBeNull();
});
