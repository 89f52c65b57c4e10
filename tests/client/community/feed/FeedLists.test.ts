/** Cached feed lists: loading, paging and revalidation. */
import { describe, expect, test, vi } from "vitest";
import { FeedLists } from "../../../../client/community/feed/FeedLists.ts";
import { fakeHost, networkError, type Replies } from "../../accounts/sessions/fakeHost.ts";
import { aPostPage, somePosts } from "../posts.ts";

const minute = 60_000;
const firstTen = "GET /api/posts?limit=10";
const posts = somePosts(30);
const ids = (from: number, to: number) => posts.slice(from, to).map(({ id }) => id);

function listsWithHost(replies: Replies) {
  const host = fakeHost(replies);
  const lists = new FeedLists();
  const take = vi.fn();
  const fade = vi.fn();
  const shown = (key = "") => lists.peek(key)?.list?.posts.map(({ id }) => id);
  return { host, lists, take, fade, shown, at: (now: number) => ({ take, fade, now }) };
}

const page = (from: number, to: number, next: string | null = "next") => ({
  body: aPostPage({ posts: posts.slice(from, to), next, remaining: 30 - to }),
});

describe("feed list", () => {
  test("is loaded once and passes its posts to the cache", async () => {
    const { host, lists, take, shown, at } = listsWithHost({ [firstTen]: page(0, 10) });
    const loading = lists.ensure("", 10, at(0));
    expect(lists.peek("")).toEqual({ isBusy: true, hasFailed: false });
    await loading;
    await lists.ensure("", 10, at(minute));

    expect(shown()).toEqual(ids(0, 10));
    expect(host.count(firstTen)).toBe(1);
    expect(take).toHaveBeenCalledOnce();
  });

  test("reports a failure and can be loaded again", async () => {
    const { host, lists, shown, at } = listsWithHost({ [firstTen]: networkError });
    await lists.ensure("", 10, at(0));
    expect(lists.peek("")).toEqual({ isBusy: false, hasFailed: true, failure: expect.any(Error) });

    host.replies[firstTen] = page(0, 10);
    await lists.ensure("", 10, at(0));

    expect(shown()).toHaveLength(10);
  });

  test("appends the next page without duplicates", async () => {
    const { lists, shown, at } = listsWithHost({
      [firstTen]: page(0, 10),
      "GET /api/posts?limit=10&after=next": page(9, 19, null),
    });
    await lists.ensure("", 10, at(0));

    await lists.ensure("", 20, at(0));

    expect(shown()).toEqual(ids(0, 19));
    expect(lists.peek("")?.list?.next).toBeNull();
  });

  test("keeps its posts when the next page fails", async () => {
    const { lists, shown, at } = listsWithHost({ [firstTen]: page(0, 10) });
    await lists.ensure("", 10, at(0));
    await lists.ensure("", 20, at(0));

    expect(shown()).toEqual(ids(0, 10));
    expect(lists.peek("")).toMatchObject({ isBusy: false, hasFailed: true });
  });

  test("is separate per query", async () => {
    const { lists, shown, at } = listsWithHost({
      [firstTen]: page(0, 10),
      "GET /api/posts?category=shop&limit=10": page(3, 5, null),
    });
    await lists.ensure("", 10, at(0));
    await lists.ensure("category=shop", 10, at(0));

    expect(shown("category=shop")).toEqual(ids(3, 5));
    expect(shown()).toHaveLength(10);
  });
});

describe("revalidated feed list", () => {
  test("keeps its posts and collects new ones as arrived", async () => {
    const { host, lists, take, shown, at } = listsWithHost({ [firstTen]: page(5, 15) });
    await lists.ensure("", 10, at(0));
    host.replies[firstTen] = page(3, 13);

    await lists.ensure("", 10, at(2 * minute + 1));

    expect(shown()).toEqual(ids(5, 15));
    expect(lists.peek("")?.list?.arrived).toEqual(ids(3, 5));
    expect(take).toHaveBeenCalledTimes(2);
  });

  test("keeps its posts and reports no failure when the request fails", async () => {
    const { host, lists, shown, at } = listsWithHost({ [firstTen]: page(5, 15) });
    await lists.ensure("", 10, at(0));
    host.replies[firstTen] = networkError;

    await lists.ensure("", 10, at(3 * minute));

    expect(shown()).toHaveLength(10);
    expect(lists.peek("")?.hasFailed).toBe(false);
  });

  test("marks posts missing from the response as removed", async () => {
    const { host, lists, fade, shown, at } = listsWithHost({ [firstTen]: page(0, 10) });
    await lists.ensure("", 10, at(0));
    const [first, , ...others] = posts.slice(0, 9);
    if (first === undefined) throw new Error("no posts");
    host.replies[firstTen] = { body: aPostPage({ posts: [first, ...others] }) };

    await lists.ensure("", 10, at(2 * minute + 1));

    expect(fade).toHaveBeenLastCalledWith(ids(1, 2));
    expect(shown()).toEqual(ids(0, 10));
  });

  test.each(["rating=4", "sort=popular"])(
    "of %s does not mark missing posts as removed",
    async (key) => {
      const request = `GET /api/posts?${key}&limit=10`;
      const { host, lists, fade, at } = listsWithHost({ [request]: page(0, 10) });
      await lists.ensure(key, 10, at(0));
      host.replies[request] = page(2, 12);

      await lists.ensure(key, 10, at(2 * minute + 1));

      expect(fade).not.toHaveBeenCalled();
    },
  );

  test("is replaced when older than ten minutes", async () => {
    const { host, lists, shown, at } = listsWithHost({ [firstTen]: page(5, 15) });
    await lists.ensure("", 10, at(0));
    host.replies[firstTen] = page(0, 10);

    await lists.ensure("", 10, at(10 * minute + 1));

    expect(shown()).toEqual(ids(0, 10));
  });

  test("that was empty is filled", async () => {
    const { host, lists, shown, at } = listsWithHost({ [firstTen]: page(0, 0, null) });
    await lists.ensure("", 10, at(0));
    host.replies[firstTen] = page(0, 2, null);

    await lists.ensure("", 10, at(3 * minute));

    expect(shown()).toEqual(ids(0, 2));
  });

  test("sorted by popularity collects no arrived posts", async () => {
    const popular = "GET /api/posts?sort=popular&limit=10";
    const { host, lists, at } = listsWithHost({ [popular]: page(5, 15) });
    await lists.ensure("sort=popular", 10, at(0));
    host.replies[popular] = page(0, 10);

    await lists.ensure("sort=popular", 10, at(3 * minute));

    expect(lists.peek("sort=popular")?.list?.arrived).toEqual([]);
  });
});

describe("arrived post", () => {
  test("is counted once and not when the list contains it", async () => {
    const { lists, at } = listsWithHost({ [firstTen]: page(5, 15) });
    await lists.ensure("", 10, at(0));
    for (const id of [2000, 2000, posts[6]?.id ?? 0]) lists.addArrived("", id);
    lists.addArrived("category=shop", 2000);

    expect(lists.peek("")?.list?.arrived).toEqual([2000]);
  });

  test("is no longer counted after its removal", async () => {
    const { lists, at } = listsWithHost({ [firstTen]: page(5, 15) });
    await lists.ensure("", 10, at(0));
    lists.addArrived("", 2000);
    lists.removeArrived(2000);

    expect(lists.peek("")?.list?.arrived).toEqual([]);
  });

  test("is prepended on request", async () => {
    const { host, lists, shown, at } = listsWithHost({ [firstTen]: page(5, 15) });
    await lists.ensure("", 10, at(0));
    lists.addArrived("", posts[4]?.id ?? 0);
    host.replies[firstTen] = page(4, 14);

    await lists.showArrived("", at(0));

    expect(shown()).toEqual(ids(4, 15));
    expect(lists.peek("")?.list?.arrived).toEqual([]);
  });

  test("of the reader is pinned to the top once", async () => {
    const { lists, shown, at } = listsWithHost({ [firstTen]: page(5, 15) });
    await lists.ensure("", 10, at(0));
    for (const post of posts.slice(4, 5)) for (const _ of [1, 2]) lists.pin("", post);

    expect(shown()).toEqual(ids(4, 15));
  });

  test("replaces the list when the new page does not overlap", async () => {
    const { host, lists, shown, at } = listsWithHost({ [firstTen]: page(15, 25) });
    await lists.ensure("", 10, at(0));
    host.replies[firstTen] = page(0, 10);

    await lists.showArrived("", at(0));

    expect(shown()).toEqual(ids(0, 10));
  });
});

test("preloaded list is used once, until the lists are cleared", () => {
  const { lists, shown } = listsWithHost({});
  lists.seed("", page(0, 10).body, 0);
  lists.seed("", page(5, 15).body, 0);

  expect(shown()).toEqual(ids(0, 10));
  lists.clear();
  expect(shown()).toBeUndefined();
});

test("preloaded list of followed things replaces the one before", () => {
  const { lists } = listsWithHost({});
  const key = "following=1";
  lists.seed(key, page(0, 10).body, 0);
  lists.seed(key, page(5, 15).body, 0);

  expect(lists.peek(key)?.list?.posts.map(({ id }) => id)).toEqual(ids(5, 15));
});
