// @vitest-environment jsdom
/** List of the feed that is read again while the reader likes one of its posts. */
import { act, cleanup, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { stateOf } from "../../../../client/community/feed/feed.ts";
import { type Feed, useFeed } from "../../../../client/community/feed/useFeed.ts";
import { usePostCache } from "../../../../client/community/usePosts.ts";
import type { PostCache } from "../../../../client/page/cache/posts.ts";
import { renderForMember } from "../../accounts/sessions/memberPage.tsx";
import { aPost, aPostPage } from "../posts.ts";

const shown: { feed?: Feed; cache?: PostCache } = {};

function Probe() {
  shown.cache = usePostCache();
  shown.feed = useFeed(
    stateOf(new URLSearchParams(), () => true),
    undefined,
  );
  return null;
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("late answer brings edits of posts and takes back no like", async () => {
  const pageOf = (content: string) =>
    aPostPage({ posts: [12, 11].map((id) => aPost({ id, content })) });
  const answer = Promise.withResolvers<Response>();
  vi.stubGlobal("fetch", () => answer.promise);
  const preloaded = [{ query: "feed", params: {}, data: pageOf("Before") }] as const;
  renderForMember(<Probe />, { path: "/ja/community", page: "community", preloaded });
  await waitFor(() => expect(shown.cache?.has(11)).toBe(true));

  const reading = shown.feed?.refresh();
  act(() => shown.cache?.confirm(aPost(), { likes: 4, isLiked: true }));
  answer.resolve(Response.json(pageOf("After")));
  await act(async () => reading);

  expect(shown.cache?.find(12)).toMatchObject({ likes: 4, isLiked: true });
  expect(shown.cache?.find(11)?.content).toBe("After");
});
