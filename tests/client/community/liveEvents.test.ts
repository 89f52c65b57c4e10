// @vitest-environment jsdom
/** Live events applied to the posts of a tab. */
import { beforeEach, expect, test, vi } from "vitest";
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
