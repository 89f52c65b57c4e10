/** Post cache: updates, pending patches and removals. */
import { describe, expect, test, vi } from "vitest";
import { type Patch, PostCache } from "../../../../client/page/cache/posts.ts";
import { aPost } from "../../community/posts.ts";

const liked: Patch = (post) =>
  post.isLiked ? post : { ...post, isLiked: true, likes: post.likes + 1 };

describe("cached post", () => {
  test("is the given one until an update", () => {
    const cache = new PostCache();
    const post = aPost({ likes: 1 });
    expect(cache.latest(post)).toBe(post);

    cache.update([aPost({ likes: 5 })]);

    expect(cache.latest(post).likes).toBe(5);
  });

  test("is not overwritten when the same page is added again", () => {
    const cache = new PostCache();
    const first = aPost({ likes: 1 });
    cache.add([first]);
    cache.update([aPost({ likes: 5 })]);

    cache.add([first]);

    expect(cache.latest(first).likes).toBe(5);
  });

  test("is replaced by newer page data and notifies once", () => {
    const cache = new PostCache();
    cache.update([aPost({ likes: 5 })]);
    const subscriber = vi.fn();
    cache.subscribe(subscriber);

    const loaded = aPost({ likes: 8, content: "Edited meanwhile" });
    cache.add([loaded]);
    cache.add([cache.latest(loaded)]);

    expect(cache.latest(aPost())).toMatchObject({ likes: 8, content: "Edited meanwhile" });
    expect(subscriber).toHaveBeenCalledOnce();
  });

  test("does not store a pending patch as confirmed data", () => {
    const cache = new PostCache();
    const undo = cache.patch(aPost({ likes: 3 }), liked);
    cache.add([cache.latest(aPost())]);

    undo();

    expect(cache.latest(aPost()).likes).toBe(3);
  });

  test("is the same object while nothing changes", () => {
    const cache = new PostCache();
    cache.update([aPost()]);

    expect(cache.latest(aPost())).toBe(cache.latest(aPost()));
  });

  test("notifies subscribers until they unsubscribe", () => {
    const cache = new PostCache();
    const subscriber = vi.fn();
    const stop = cache.subscribe(subscriber);
    cache.update([aPost()]);
    stop();
    cache.update([aPost()]);

    expect(subscriber).toHaveBeenCalledOnce();
    expect(cache.version()).toBe(2);
  });
});

describe("pending patch of a post", () => {
  test("is visible at once and can be undone", () => {
    const cache = new PostCache();
    const undo = cache.patch(aPost({ likes: 3 }), liked);
    expect(cache.latest(aPost())).toMatchObject({ likes: 4, isLiked: true });

    undo();

    expect(cache.latest(aPost())).toMatchObject({ likes: 3, isLiked: false });
  });

  test("applies to newer data without counting twice", () => {
    const cache = new PostCache();
    const undo = cache.patch(aPost({ likes: 3 }), liked);
    cache.update([aPost({ likes: 10, isLiked: true })]);
    expect(cache.latest(aPost()).likes).toBe(10);

    undo();

    expect(cache.latest(aPost()).likes).toBe(10);
  });

  test("is kept and undone after an update of counts", () => {
    const cache = new PostCache();
    const undo = cache.patch(aPost({ likes: 3 }), liked);
    cache.updateCounts(12, { likes: 4, commentsCount: 9 });

    expect(cache.latest(aPost()).likes).toBe(4);
    undo();
    expect(cache.latest(aPost()).likes).toBe(3);
  });

  test("is confirmed without affecting another pending patch", () => {
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

  test("is undone independently of another patch", () => {
    const cache = new PostCache();
    const comment: Patch = (post) => ({ ...post, commentsCount: post.commentsCount + 1 });
    const undo = cache.patch(aPost(), liked);
    cache.patch(aPost(), comment);

    undo();

    expect(cache.latest(aPost())).toMatchObject({ isLiked: false, commentsCount: 3 });
  });
});

describe("count update from another member", () => {
  test("changes a known post", () => {
    const cache = new PostCache();
    cache.add([aPost()]);

    cache.updateCounts(12, { likes: 40, commentsCount: 2 });

    expect(cache.latest(aPost())).toMatchObject({ likes: 40, commentsCount: 2 });
  });

  test("of an unknown post is ignored", () => {
    const cache = new PostCache();
    cache.updateCounts(99, { likes: 40, commentsCount: 2 });

    expect(cache.has(99)).toBe(false);
  });
});

describe("removed post", () => {
  test("is hidden at once and restored when undone", () => {
    const cache = new PostCache();
    const undo = cache.remove(12);
    expect(cache.visibility(12)).toBe("hidden");

    undo();

    expect(cache.visibility(12)).toBe("here");
  });

  test("of another member is faded", () => {
    const cache = new PostCache();
    cache.fade([12]);

    expect(cache.visibility(12)).toBe("faded");
  });

  test("is shown again when its deletion was undone", () => {
    const cache = new PostCache();
    cache.fade([12]);
    cache.restore(12);

    expect(cache.visibility(12)).toBe("here");
  });

  test("of the reader stays hidden after the removal event", () => {
    const cache = new PostCache();
    cache.remove(12);
    cache.fade([12]);

    expect(cache.visibility(12)).toBe("hidden");
  });

  test("stays hidden when late data still contains it", () => {
    const cache = new PostCache();
    cache.add([aPost()]);
    cache.remove(12);

    cache.update([aPost({ likes: 9 })]);
    cache.updateCounts(12, { likes: 10, commentsCount: 2 });

    expect(cache.visibility(12)).toBe("hidden");
  });
});
