/** Members' actions on posts and comments: applied optimistically, sent, and rolled back when the host refuses. */
import { LatestRequest } from "../page/cache/latestRequest.ts";
import { type Patch, PostCache } from "../page/cache/posts.ts";
import type { PageStore } from "../page/PageStore.ts";
import type { Session } from "../accounts/sessions/Session.ts";
import { Refusal } from "../wire/refusal.ts";
import { readAfter, sendRepeatable } from "../wire/repeatable.ts";
import { type Change, getJson, sendJson } from "../wire/request.ts";
import type { CommentView, LikeState, PostView, SaveState } from "../wire/types.generated.ts";
import type { PendingComment } from "./comments/thread.ts";
import { publishToTabs } from "./live/tabs.ts";
import { loadPost } from "./queries.ts";

/** The acting member and the tab's store of posts. */
export interface Actor {
  readonly open: () => Promise<Session>;
  readonly store: PageStore;
}

/**
 * Opens the session, sends a change with its credentials and returns the host's answer; without an
 * answer a change is sent once more, except by `sendJson`.
 */
async function send<Answer>(
  { open }: Actor,
  change: Change,
  by: typeof sendJson = sendRepeatable,
): Promise<Answer> {
  const session = await open();
  return session.change((credentials) => by<Answer>(change, credentials));
}

/** Returns whether an error says that the post or comment no longer exists (404 or 410). */
export function isGone(error: unknown): boolean {
  return error instanceof Refusal && (error.status === 404 || error.status === 410);
}

/** Likes that are not confirmed yet, with functions that roll them back. */
class PendingLikes {
  readonly requests = new LatestRequest<boolean>();
  readonly #undo = new Map<number, readonly (() => void)[]>();

  /** Adds a function that rolls back a like of the post `id`. */
  add(id: number, undo: () => void): void {
    this.#undo.set(id, [...(this.#undo.get(id) ?? []), undo]);
  }

  /** Rolls back all likes of the post `id` that are not confirmed. */
  end(id: number): void {
    for (const undo of this.#undo.get(id) ?? []) undo();
    this.#undo.delete(id);
  }
}

/**
 * Returns a function that sets a post's like and changes its count by one; a post that already has
 * that state stays as it is.
 */
function asLiked(isLiked: boolean): Patch {
  return (post) =>
    post.isLiked === isLiked
      ? post
      : { ...post, isLiked, likes: Math.max(0, post.likes + (isLiked ? 1 : -1)) };
}

/** Sends a like, or its end, and returns the result; rejects unless the host has this state. */
async function sendLike(actor: Actor, id: number, wanted: boolean): Promise<LikeState> {
  const change = { method: wanted ? "PUT" : "DELETE", path: `/api/posts/${id}/like` } as const;
  return send<LikeState>(actor, change).catch(async (error: unknown) => {
    const { likes, isLiked } = await readAfter<PostView>(error, `/api/posts/${id}`);
    if (isLiked !== wanted) throw error;
    return { likes, isLiked };
  });
}

/**
 * Likes a post or takes the like back, shows that at once, and rolls it back when the host refuses.
 * Of several quick presses the last one counts; rejects when that one is refused.
 */
export async function toggleLike(actor: Actor, post: PostView): Promise<void> {
  const { store } = actor;
  const cache = store.singleton(PostCache);
  const pending = store.singleton(PendingLikes);
  const wanted = !cache.latest(post).isLiked;
  const by = wanted ? 1 : -1;
  countLikes(store, by);
  const undo = cache.patch(post, asLiked(wanted));
  pending.add(post.id, () => {
    countLikes(store, -by);
    undo();
  });
  let result: LikeState | undefined;
  const sent = pending.requests.request(post.id, wanted, async (isLiked) => {
    result = await sendLike(actor, post.id, isLiked);
  });
  if (sent === undefined) return;
  try {
    await sent;
  } finally {
    pending.end(post.id);
    if (result) {
      const isNew = result.isLiked !== cache.latest(post).isLiked;
      if (isNew) countLikes(store, result.isLiked ? 1 : -1);
      cache.confirm(post, result);
      publishToTabs({ id: post.id, ...result });
    }
    store.invalidate("me", "post", "myPosts", "likedPosts", "memberPosts", "relatedPosts");
  }
}

/** Loads whether the member has saved a post. */
export async function loadSaved(id: number): Promise<boolean> {
  return (await getJson<SaveState>(`/api/posts/${id}/saved`)).is_saved;
}

/** Saves a post or ends that (`isWanted` false); returns whether it is saved now. */
export async function savePost(actor: Actor, id: number, isWanted: boolean): Promise<boolean> {
  const method = isWanted ? "PUT" : "DELETE";
  const { is_saved } = await send<SaveState>(actor, { method, path: `/api/posts/${id}/saved` });
  actor.store.invalidate("savedPosts", "collections", "collection", "collectionPosts");
  return is_saved;
}

/**
 * Changes the member's number of likes by `by`, at least to 0. The store has no listeners: call it
 * before the post changes, whose listeners then render both.
 */
function countLikes(store: PageStore, by: number): void {
  store.updateCounts(({ liked_count = 0 }) => ({ liked_count: Math.max(0, liked_count + by) }));
}

/**
 * Changes the member's number of posts by `by`, at least to 0; like `countLikes`, before the posts
 * change.
 */
function countPosts(store: PageStore, by: number): void {
  store.updateCounts(({ posts_count = 0 }) => ({ posts_count: Math.max(0, posts_count + by) }));
}

const listsOfPosts = [
  "me",
  "member",
  "post",
  "feed",
  "newestPosts",
  "myPosts",
  "likedPosts",
  "savedPosts",
  "collectionPosts",
  "memberPosts",
  "relatedPosts",
] as const;

/** Sends the deletion of a post; rejects with 404 or 410 if the post is deleted already. */
async function sendDeletion(actor: Actor, path: string): Promise<void> {
  await send(actor, { method: "DELETE", path }).catch(async (error: unknown) => {
    await readAfter(error, path);
    throw error;
  });
}

/**
 * Deletes a post and removes it from every list; puts it back and rejects when the host refuses,
 * unless the post is gone already. Returns a function that undoes the deletion, which the host
 * allows only for a short time.
 */
export async function deletePost(actor: Actor, post: PostView): Promise<() => Promise<void>> {
  countPosts(actor.store, -1);
  const undo = actor.store.singleton(PostCache).remove(post.id);
  const path = `/api/posts/${post.id}`;
  try {
    await sendDeletion(actor, path);
  } catch (error) {
    if (!isGone(error)) {
      countPosts(actor.store, 1);
      undo();
      throw error;
    }
  } finally {
    actor.store.invalidate(...listsOfPosts);
  }
  return async () => {
    const change = { method: "POST", path: `${path}/undo` } as const;
    const stored = await send<PostView>(actor, change).catch((error: unknown) =>
      readAfter<PostView>(error, path),
    );
    countPosts(actor.store, 1);
    undo();
    actor.store.singleton(PostCache).update([stored]);
    actor.store.invalidate(...listsOfPosts);
    // An event, because an import of the feeds would split the code of their first view.
    dispatchEvent(new CustomEvent<PostView>("postRestored", { detail: stored }));
  };
}

/**
 * Changes a post's number of comments by `by` while `change` is sent, then reads the post again for
 * the host's number; puts the number back on failure.
 */
async function withCommentCount<Answer>(
  { store }: Actor,
  post: PostView,
  by: number,
  change: () => Promise<Answer>,
): Promise<Answer> {
  const cache = store.singleton(PostCache);
  const undo = cache.patch(post, (one) => ({
    ...one,
    commentsCount: Math.max(0, one.commentsCount + by),
  }));
  try {
    const answer = await change();
    const fresh = await loadPost(post.id).catch(() => null);
    undo();
    const counted = cache.latest(post);
    const isThere = fresh !== null && fresh !== "removed";
    cache.update([
      isThere ? fresh : { ...counted, commentsCount: Math.max(0, counted.commentsCount + by) },
    ]);
    return answer;
  } catch (error) {
    undo();
    throw error;
  } finally {
    store.invalidate("comments");
  }
}

/**
 * Sends a new comment, raises the post's number of comments and returns the comment as stored. Its
 * key lets the form, which repeats a request without an answer, store it only once.
 */
export function addComment(
  actor: Actor,
  post: PostView,
  { key, content, parent }: PendingComment,
): Promise<CommentView> {
  const change = {
    method: "POST",
    path: `/api/posts/${post.id}/comments`,
    body: { content, parent },
    headers: { "Idempotency-Key": key },
  } as const;
  return withCommentCount(actor, post, 1, () => send<CommentView>(actor, change, sendJson));
}

/** Changes the text of a comment and returns the comment as stored. */
export function editComment(actor: Actor, id: number, content: string): Promise<CommentView> {
  actor.store.invalidate("comments");
  return send<CommentView>(actor, {
    method: "PUT",
    path: `/api/comments/${id}`,
    body: { content },
  });
}

/** Marks a comment as the answer of a question or as pinned, or removes the mark. */
export async function markComment(
  actor: Actor,
  id: number,
  mark: "answer" | "pin",
  isMarked: boolean,
): Promise<void> {
  const method = isMarked ? "PUT" : "DELETE";
  const post = await send<PostView>(actor, { method, path: `/api/comments/${id}/${mark}` });
  actor.store.singleton(PostCache).update([post]);
  actor.store.invalidate("post", "comments");
}

/**
 * Undoes the deletion of a comment, which the host allows only for a short time, and raises the
 * post's number of comments.
 */
export function undoCommentDeletion(
  actor: Actor,
  post: PostView,
  id: number,
): Promise<CommentView> {
  const change = { method: "POST", path: `/api/comments/${id}/undo` } as const;
  return withCommentCount(actor, post, 1, () => send<CommentView>(actor, change));
}

/**
 * Deletes a comment and lowers the post's number of comments; a comment that is already deleted is
 * no failure.
 */
export function deleteComment(actor: Actor, post: PostView, id: number): Promise<void> {
  const change = { method: "DELETE", path: `/api/comments/${id}` } as const;
  return withCommentCount(actor, post, -1, () =>
    send<void>(actor, change).catch((error: unknown) => {
      if (!isGone(error)) throw error;
    }),
  );
}
