/** A post is one thing in all lists: changes show everywhere, and can be taken back. */
import { describe, expect, test, vi } from "vitest";
import { type Patch, PostCache } from "../../../../client/page/cache/posts.ts";
import { aPost } from "../../community/posts.ts";

const liked: Patch = (post) =>
  post.isLiked ? post : { ...post, isLiked: true, likes: post.likes + 1 };

describe("what is known of a post", () => {
  test("is what was given, until something newer arrives", () => {
    const cache = new PostCache();
    const post = aPost({ likes: 1 });
    expect(cache.latest(post)).toBe(post);

    cache.update([aPost({ likes: 5 })]);

    expect(cache.latest(post).likes).toBe(5);
  });

  test("is not overruled by a page that is opened again", () => {
    const cache = new PostCache();
    const drawn = aPost({ likes: 1 });
    cache.add([drawn]);
    cache.update([aPost({ likes: 5 })]);

    cache.add([drawn]);

    expect(cache.latest(drawn).likes).toBe(5);
  });

  test("is what a page says that was loaded since", () => {
    const cache = new PostCache();
    cache.update([aPost({ likes: 5 })]);
    const heard = vi.fn();
    cache.subscribe(heard);

    const loaded = aPost({ likes: 8, content: "Edited meanwhile" });
    cache.add([loaded]);
    cache.add([cache.latest(loaded)]);

    expect(cache.latest(aPost())).toMatchObject({ likes: 8, content: "Edited meanwhile" });
    expect(heard).toHaveBeenCalledOnce();
  });

  test("does not take a change for told that is only shown", () => {
    const cache = new PostCache();
    const undo = cache.patch(aPost({ likes: 3 }), liked);
    cache.add([cache.latest(aPost())]);

    undo();

    expect(cache.latest(aPost()).likes).toBe(3);
  });

  test("stays the same object while nothing changes", () => {
    const cache = new PostCache();
    cache.update([aPost()]);

    expect(cache.latest(aPost())).toBe(cache.latest(aPost()));
  });

  test("a subscriber hears of a change, and none after it unsubscribed", () => {
    const cache = new PostCache();
    const heard = vi.fn();
    const stop = cache.subscribe(heard);
    cache.update([aPost()]);
    stop();
    cache.update([aPost()]);

    expect(heard).toHaveBeenCalledOnce();
    expect(cache.version()).toBe(2);
  });
});

describe("a change that the host has not answered", () => {
  test("shows at once and can be taken back", () => {
    const cache = new PostCache();
    const undo = cache.patch(aPost({ likes: 3 }), liked);
    expect(cache.latest(aPost())).toMatchObject({ likes: 4, isLiked: true });

    undo();

    expect(cache.latest(aPost())).toMatchObject({ likes: 3, isLiked: false });
  });

  test("holds on what the host tells meanwhile, and is not counted twice", () => {
    const cache = new PostCache();
    const undo = cache.patch(aPost({ likes: 3 }), liked);
    cache.update([aPost({ likes: 10, isLiked: true })]);
    expect(cache.latest(aPost()).likes).toBe(10);

    undo();

    expect(cache.latest(aPost()).likes).toBe(10);
  });

  test("waits for its own answer and not for counts that others tell", () => {
    const cache = new PostCache();
    const undo = cache.patch(aPost({ likes: 3 }), liked);
    cache.updateCounts(12, { likes: 4, commentsCount: 9 });

    expect(cache.latest(aPost()).likes).toBe(4);
    undo();
    expect(cache.latest(aPost()).likes).toBe(3);
  });

  test("is settled by its own answer, and leaves another that is on its way alone", () => {
    const cache = new PostCache();
    const undoLike = cache.patch(aPost({ likes: 3 }), liked);
    const undoComment = cache.patch(aPost(), (post) => ({
      ...post,
      commentsCount: post.commentsCount + 1,
    }));

    undoLike();
    cache.confirm(aPost(), { likes: 4, isLiked: true });
    undoComment();

    expect(cache.latest(aPost())).toMatchObject({ likes: 4, isLiked: true, commentsCount: 2 });
  });

  test("two of them are taken back one by one", () => {
    const cache = new PostCache();
    const comment: Patch = (post) => ({ ...post, commentsCount: post.commentsCount + 1 });
    const undo = cache.patch(aPost(), liked);
    cache.patch(aPost(), comment);

    undo();

    expect(cache.latest(aPost())).toMatchObject({ isLiked: false, commentsCount: 3 });
  });
});

describe("counts that the host tells by the way", () => {
  test("move the post that is known", () => {
    const cache = new PostCache();
    cache.add([aPost()]);

    cache.updateCounts(12, { likes: 40, commentsCount: 2 });

    expect(cache.latest(aPost())).toMatchObject({ likes: 40, commentsCount: 2 });
  });

  test("of a post that nobody has seen are nothing", () => {
    const cache = new PostCache();
    cache.updateCounts(99, { likes: 40, commentsCount: 2 });

    expect(cache.has(99)).toBe(false);
  });
});

describe("a post that goes", () => {
  test("is hidden where the reader took it away, and comes back when the host refuses", () => {
    const cache = new PostCache();
    const undo = cache.remove(12);
    expect(cache.visibility(12)).toBe("hidden");

    undo();

    expect(cache.visibility(12)).toBe("here");
  });

  test("fades where another member made it", () => {
    const cache = new PostCache();
    cache.fade([12]);

    expect(cache.visibility(12)).toBe("faded");
  });

  test("of the reader's own it is no news that it went", () => {
    const cache = new PostCache();
    cache.remove(12);
    cache.fade([12]);

    expect(cache.visibility(12)).toBe("hidden");
  });

  test("stays gone when a list or a count that was on its way still tells of it", () => {
    const cache = new PostCache();
    cache.add([aPost()]);
    cache.remove(12);

    cache.update([aPost({ likes: 9 })]);
    cache.updateCounts(12, { likes: 10, commentsCount: 2 });

    expect(cache.visibility(12)).toBe("hidden");
  });
});
