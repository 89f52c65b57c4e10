// @vitest-environment jsdom
/** Live events applied to the posts of a tab. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Live } from "../../../client/community/live/Live.ts";
import { PostCache } from "../../../client/page/cache/posts.ts";
import { FakeSocket } from "./fakeSocket.ts";
import { aPost, author } from "./posts.ts";

const removed = { type: "postRemoved", id: 12 };
const listener = { onEvent: () => undefined };

beforeEach(() => {
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => Response.json(aPost({ withheld: "hidden" }))),
  );
});

afterEach(() => {
  vi.restoreAllMocks();
});

function cacheWithPost() {
  const cache = new PostCache();
  cache.add([aPost()]);
  return cache;
}

test("removed post fades, and is shown again when its deletion is undone", () => {
  const cache = cacheWithPost();
  const leave = new Live().listen(cache, listener);

  FakeSocket.last?.receive(removed);
  const visibility = cache.visibility(12);
  FakeSocket.last?.receive({ type: "postRestored", id: 12 });

  expect([visibility, cache.visibility(12)]).toEqual(["faded", "here"]);
  leave();
});

test("own post that is hidden from others stays, also with a later listener", async () => {
  const cache = cacheWithPost();
  const live = new Live();
  const unsubscribers = [{ ...listener, ownId: author.id }, listener].map((one) =>
    live.listen(cache, one),
  );

  FakeSocket.last?.receive(removed);
  await vi.waitFor(() => expect(cache.find(12)?.withheld).toBe("hidden"));

  expect(cache.visibility(12)).toBe("here");
  for (const leave of unsubscribers) leave();
});

test("post of another member fades for a signed-in reader", () => {
  const cache = cacheWithPost();
  const leave = new Live().listen(cache, { ...listener, ownId: "member-alex" });

  FakeSocket.last?.receive(removed);

  expect(cache.visibility(12)).toBe("faded");
  expect(fetch).not.toHaveBeenCalled();
  leave();
});

test("late answer takes back neither a confirmed like nor a newer edit", async () => {
  const answers: ((part: object) => void)[] = [];
  const ask = () =>
    new Promise((resolve) => answers.push((part) => resolve(Response.json(aPost(part)))));
  vi.stubGlobal("fetch", ask);
  const cache = cacheWithPost();
  const leave = new Live().listen(cache, listener);
  const edit = () => FakeSocket.last?.receive({ type: "postEdited", id: 12 });
  const like = { likes: 4, isLiked: true };

  edit();
  cache.confirm(aPost(), like);
  answers[0]?.({ content: "One" });
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  expect(cache.find(12)).toMatchObject(like);
  answers[1]?.({ ...like, content: "One" });
  await vi.waitFor(() => expect(cache.find(12)).toMatchObject({ ...like, content: "One" }));

  edit();
  edit();
  answers[3]?.({ content: "Three" });
  await vi.waitFor(() => expect(cache.find(12)?.content).toBe("Three"));
  answers[2]?.({ content: "Two" });
  await new Promise((resolve) => setTimeout(resolve));
  expect(cache.find(12)?.content).toBe("Three");
  leave();
});

/** Sets the visibility of the tab and dispatches its event. */
function setVisibility(state: DocumentVisibilityState): void {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
  document.dispatchEvent(new Event("visibilitychange"));
}

/** Listens and records calls of `onOpen` and `onReconnect`. */
function listenForOpening(live: Live) {
  const calls: string[] = [];
  const leave = live.listen(new PostCache(), {
    ...listener,
    onOpen: () => calls.push("onOpen"),
    onReconnect: () => calls.push("onReconnect"),
  });
  return { calls, leave };
}

test("listeners are called for missed events when the tab is shown again", () => {
  const { calls, leave } = listenForOpening(new Live());
  FakeSocket.last?.onopen?.();
  setVisibility("hidden");
  setVisibility("visible");
  expect(calls).toEqual(["onOpen"]);

  FakeSocket.last?.onopen?.();

  expect(calls).toEqual(["onOpen", "onReconnect"]);
  leave();
});

test("listeners are called for missed events when a tab opened in the background is shown", () => {
  setVisibility("hidden");
  const { calls, leave } = listenForOpening(new Live());
  setVisibility("visible");

  FakeSocket.last?.onopen?.();

  expect(calls).toEqual(["onReconnect"]);
  leave();
});

test("events in the background do not count as missed without listeners", () => {
  const live = new Live();
  listenForOpening(live).leave();
  setVisibility("hidden");
  setVisibility("visible");
  const { calls, leave } = listenForOpening(live);

  FakeSocket.last?.onopen?.();

  expect(calls).toEqual(["onOpen"]);
  leave();
});
