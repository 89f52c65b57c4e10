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

  FakeSocket.last?.say(removed);
  const visibility = cache.visibility(12);
  FakeSocket.last?.say({ type: "postRestored", id: 12 });

  expect([visibility, cache.visibility(12)]).toEqual(["faded", "here"]);
  leave();
});

test("own post that is hidden from others stays, also with a later listener", async () => {
  const cache = cacheWithPost();
  const live = new Live();
  const leaves = [{ ...listener, ownId: author.id }, listener].map((one) =>
    live.listen(cache, one),
  );

  FakeSocket.last?.say(removed);
  await vi.waitFor(() => expect(cache.find(12)?.withheld).toBe("hidden"));

  expect(cache.visibility(12)).toBe("here");
  for (const leave of leaves) leave();
});

test("post of another member fades for a signed-in reader", () => {
  const cache = cacheWithPost();
  const leave = new Live().listen(cache, { ...listener, ownId: "member-alex" });

  FakeSocket.last?.say(removed);

  expect(cache.visibility(12)).toBe("faded");
  expect(fetch).not.toHaveBeenCalled();
  leave();
});

/** Shows the tab or puts it in the background. */
function setVisibility(state: DocumentVisibilityState): void {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
  document.dispatchEvent(new Event("visibilitychange"));
}

/** Listens and records which of the two the connection calls when it is open. */
function listenForOpening(live: Live) {
  const calls: string[] = [];
  const leave = live.listen(new PostCache(), {
    ...listener,
    onOpen: () => calls.push("onOpen"),
    onReconnect: () => calls.push("onReconnect"),
  });
  return { calls, leave };
}

test("tab that is shown again tells its listeners that events were missed", () => {
  const { calls, leave } = listenForOpening(new Live());
  FakeSocket.last?.onopen?.();
  setVisibility("hidden");
  setVisibility("visible");
  expect(calls).toEqual(["onOpen"]);

  FakeSocket.last?.onopen?.();

  expect(calls).toEqual(["onOpen", "onReconnect"]);
  leave();
});

test("tab that was opened in the background tells its listeners that events were missed", () => {
  setVisibility("hidden");
  const { calls, leave } = listenForOpening(new Live());
  setVisibility("visible");

  FakeSocket.last?.onopen?.();

  expect(calls).toEqual(["onReconnect"]);
  leave();
});

test("page without listeners in the background misses nothing", () => {
  const live = new Live();
  listenForOpening(live).leave();
  setVisibility("hidden");
  setVisibility("visible");
  const { calls, leave } = listenForOpening(live);

  FakeSocket.last?.onopen?.();

  expect(calls).toEqual(["onOpen"]);
  leave();
});
