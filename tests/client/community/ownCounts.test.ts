// @vitest-environment jsdom
/** Counts of the member's posts and likes after their own actions. */
import { expect, test, vi } from "vitest";
import { Session } from "../../../client/accounts/sessions/Session.ts";
import { openSession } from "../../../client/app/openSession.ts";
import { deletePost, toggleLike } from "../../../client/community/actions.ts";
import { FeedLists } from "../../../client/community/feed/FeedLists.ts";
import { PostCache } from "../../../client/page/cache/posts.ts";
import {
  fakeHost,
  networkError,
  type Replies,
  type Reply,
  refuse,
} from "../accounts/sessions/fakeHost.ts";
import { hana, viewOf } from "../accounts/sessions/member.ts";
import { pageOf } from "../renderPage.tsx";
import { aPostPage, aPost } from "./posts.ts";

const refused = refuse(503, "app.unavailable", { seconds: 5 });
const post = aPost();
const path = `/api/posts/${post.id}`;

function setUpAction(line: string, reply: Reply | (() => Reply), others: Replies = {}) {
  fakeHost({ "GET /api/session": { body: viewOf(hana) }, [line]: reply, ...others });
  const callbacks = { onMember: vi.fn(), onLanguage: vi.fn(), onSignedOut: vi.fn() };
  const session = new Session(callbacks, hana.id);
  const { store } = pageOf();
  store.setCurrentMember({ ...hana, posts_count: 3, liked_count: 7 });
  return { actor: { store, open: async () => session }, me: () => store.data("me", "ja", {}) };
}

test.each([
  ["confirmed", { body: { likes: 4, isLiked: true } }, 8],
  ["corrected", { body: { likes: 3, isLiked: false } }, 7],
  ["refused", refused, 7],
] as const)(
  "like changes the count at once, then to the result of the host: %s",
  async (_, reply, last) => {
    const { actor, me } = setUpAction(`PUT ${path}/like`, reply);

    const sent = toggleLike(actor, post).catch(() => undefined);
    expect(me()?.liked_count).toBe(8);
    await sent;

    expect(me()?.liked_count).toBe(last);
  },
);

test.each([
  ["confirmed", { status: 204 }, 2],
  ["refused", refused, 3],
] as const)(
  "deletion changes the count at once, then to the result of the host: %s",
  async (_, reply, last) => {
    const { actor, me } = setUpAction(`DELETE ${path}`, reply);

    const sent = deletePost(actor, post).catch(() => undefined);
    expect(me()?.posts_count).toBe(2);
    await sent;

    expect(me()?.posts_count).toBe(last);
  },
);

/** Returns the reply to a change whose first answer is lost: the second request gets `reply`. */
function lostThen(reply: Reply): () => Reply {
  const replies = [networkError, reply];
  return () => replies.shift() ?? reply;
}

test("like whose answer is lost is sent once more", async () => {
  const { actor, me } = setUpAction(
    `PUT ${path}/like`,
    lostThen({ body: { likes: 4, isLiked: true } }),
  );

  await toggleLike(actor, post);

  const { likes, isLiked } = actor.store.singleton(PostCache).latest(post);
  expect([likes, isLiked, me()?.liked_count]).toEqual([4, true, 8]);
});

test("deletion whose answers are lost succeeds if the post is gone", async () => {
  const gone = refuse(410, "postDetail.removed");
  const { actor, me } = setUpAction(`DELETE ${path}`, networkError, { [`GET ${path}`]: gone });

  const undo = await deletePost(actor, post);

  expect(undo).toBeTypeOf("function");
  expect(me()?.posts_count).toBe(2);
  expect(actor.store.singleton(PostCache).visibility(post.id)).toBe("hidden");
});

test("undone deletion counts the post again", async () => {
  const { actor, me } = setUpAction(`DELETE ${path}`, { status: 204 });
  const undo = await deletePost(actor, post);
  fakeHost({ "GET /api/session": { body: viewOf(hana) }, [`POST ${path}/undo`]: { body: post } });

  await undo();

  expect(me()?.posts_count).toBe(3);
  expect(actor.store.singleton(PostCache).visibility(post.id)).toBe("here");
});

test("undone deletion puts the post back into feeds that were loaded without it", async () => {
  const { actor } = setUpAction(`DELETE ${path}`, { status: 204 });
  const older = aPost({ id: 11, created_at: "2026-11-20T03:30:00Z" });
  const lists = actor.store.singleton(FeedLists);
  const undo = await deletePost(actor, post);
  for (const key of ["", "category=shop"]) lists.seed(key, aPostPage({ posts: [older] }), 0);
  fakeHost({ "GET /api/session": { body: viewOf(hana) }, [`POST ${path}/undo`]: { body: post } });

  await undo();

  const shown = (key: string) => lists.peek(key)?.list?.posts.map(({ id }) => id);
  expect([shown(""), shown("category=shop")]).toEqual([[post.id, older.id], [older.id]]);
});

test("session opened for a like does not overwrite the count with that from before the like", async () => {
  const counted = { ...hana, liked_count: 7 };
  fakeHost({
    "GET /api/session": { body: viewOf({ ...counted, posts_count: 9 }) },
    [`PUT ${path}/like`]: { body: { likes: 4, isLiked: true } },
  });
  const { store } = pageOf();
  store.setCurrentMember(counted);
  const host = { store, viewer: null, setViewer: vi.fn(), setUnread: vi.fn(), replace: vi.fn() };

  await toggleLike({ store, open: async () => openSession(host) }, post);

  const me = store.data("me", "ja", {});
  expect([me?.liked_count, me?.posts_count]).toEqual([8, counted.posts_count]);
});
