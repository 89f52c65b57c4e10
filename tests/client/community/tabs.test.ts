// @vitest-environment jsdom
/** Likes shared between tabs. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { toggleLike } from "../../../client/community/actions.ts";
import { Live } from "../../../client/community/live/Live.ts";
import { publishToTabs, subscribeToTabs } from "../../../client/community/live/tabs.ts";
import { PostCache } from "../../../client/page/cache/posts.ts";
import { FakeSocket } from "./fakeSocket.ts";
import { aPost } from "./posts.ts";

const liked = { id: 12, likes: 4, isLiked: true };

beforeEach(() => {
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("fetch", vi.fn().mockRejectedValue(new Error("no network")));
});

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Opens another tab that shows the post; `changes` is called at each change of its posts. */
function otherTab() {
  const cache = new PostCache();
  const post = aPost({ likes: 3, isLiked: false });
  cache.add([post]);
  const changes = vi.fn();
  cache.subscribe(changes);
  const leave = new Live().listen(cache, { onEvent: () => undefined });
  return { cache, post, changes, leave };
}

/** Likes the post in this tab; the host responds with four likes. */
function like(): Promise<void> {
  const cache = new PostCache();
  const session = { change: async () => ({ likes: 4, isLiked: true }) };
  const actor = {
    open: async () => session,
    store: {
      singleton: singletonWith(cache),
      invalidate: () => undefined,
      updateCounts: () => undefined,
    },
  };
  return toggleLike(actor as never, aPost({ likes: 3, isLiked: false }));
}

/** Returns the `singleton` of a store that has this cache. */
function singletonWith(cache: PostCache) {
  const owned = new Map<unknown, unknown>([[PostCache, cache]]);
  return (made: new () => unknown) => {
    if (!owned.has(made)) owned.set(made, new made());
    return owned.get(made);
  };
}

/** Waits long enough for a message to another tab to arrive. */
function waitForMessages(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 30));
}

test("like from another tab updates the cache once, without a request", async () => {
  const { cache, post, changes, leave } = otherTab();

  await like();
  await vi.waitFor(() => expect(cache.latest(post)).toMatchObject({ likes: 4, isLiked: true }));
  FakeSocket.last?.receive({
    type: "postChanged",
    id: 12,
    likes: 4,
    commentsCount: post.commentsCount,
  });
  await waitForMessages();

  expect(changes).toHaveBeenCalledTimes(1);
  expect(fetch).not.toHaveBeenCalled();
  leave();
});

test("like is published to other tabs once", async () => {
  const subscriber = vi.fn();
  const stop = subscribeToTabs(subscriber);

  await like();
  await waitForMessages();

  expect(subscriber.mock.calls).toEqual([[liked]]);
  stop();
});

test("several pages of one tab share a subscription", async () => {
  const { cache, changes, leave, post } = otherTab();
  const live = new Live();
  const unsubscribers = [1, 2].map(() => live.listen(cache, { onEvent: () => undefined }));
  leave();

  publishToTabs(liked);
  await vi.waitFor(() => expect(cache.latest(post).isLiked).toBe(true));
  await waitForMessages();

  expect(changes).toHaveBeenCalledTimes(1);
  for (const one of unsubscribers) one();
});

test("subscriber is not called after it unsubscribed", async () => {
  const subscriber = vi.fn();
  const stop = subscribeToTabs(subscriber);
  stop();

  publishToTabs(liked);
  await waitForMessages();

  expect(subscriber).not.toHaveBeenCalled();
});

test("malformed messages on the likes channel are ignored", async () => {
  const subscriber = vi.fn();
  const stop = subscribeToTabs(subscriber);
  const channel = new BroadcastChannel("likes");

  for (const message of [12, "12", null, { id: 12 }, { ...liked, likes: "4" }])
    channel.postMessage(message);
  publishToTabs({ ...liked, id: 14 });
  await vi.waitFor(() => expect(subscriber).toHaveBeenCalledWith({ ...liked, id: 14 }));

  expect(subscriber).toHaveBeenCalledTimes(1);
  channel.close();
  stop();
});
