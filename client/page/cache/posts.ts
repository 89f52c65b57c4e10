/** Store of the posts in this tab: the host's versions with pending changes applied. */
import type { PostView } from "../../wire/types.generated.ts";

/** A pending change as a function of the post; applied again to newer versions. */
export type Patch = (post: PostView) => PostView;

/** Own deletions disappear at once; deletions by others fade. */
export type PostVisibility = "here" | "hidden" | "faded";

type Counts = Pick<PostView, "likes" | "commentsCount">;

/** Store of the posts of this tab, with subscribers. */
export class PostCache {
  readonly #stored = new Map<number, PostView>();
  readonly #patches = new Map<number, readonly Patch[]>();
  readonly #shown = new Map<number, PostView>();
  readonly #visibilities = new Map<number, PostVisibility>();
  readonly #listeners = new Set<() => void>();
  /** Versions received already; receiving one again changes nothing. */
  readonly #seen = new WeakSet<PostView>();
  #version = 0;

  /** Calls the listener after each change; returns a function that stops the calls. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Returns a number that increases with every change. */
  readonly version = (): number => this.#version;

  /** Returns the newest known version of a post; the given one if it is not stored. */
  latest(post: PostView): PostView {
    return this.#shown.get(post.id) ?? post;
  }

  /** Returns whether a post is shown, hidden or marked as removed. */
  visibility(id: number): PostVisibility {
    return this.#visibilities.get(id) ?? "here";
  }

  /** Returns the newest known version of a post by id; undefined if it is not stored. */
  find(id: number): PostView | undefined {
    return this.#shown.get(id) ?? this.#stored.get(id);
  }

  /** Returns whether a post is stored. */
  has(id: number): boolean {
    return this.#stored.has(id);
  }

  /**
   * Adds the posts of a page; versions that were received before are ignored. Listeners are called
   * only if a stored post was replaced.
   */
  add(posts: readonly PostView[]): void {
    const unseen = posts.filter((post) => !this.#seen.has(post));
    for (const post of unseen) this.#seen.add(post);
    const newer = unseen.filter(({ id }) => this.#stored.has(id));
    for (const post of unseen) if (!this.#stored.has(post.id)) this.#stored.set(post.id, post);
    if (newer.length > 0) this.update(newer);
  }

  /**
   * Stores newer versions from the host. Posts deleted here stay hidden even if a response in
   * flight contains them.
   */
  update(posts: readonly PostView[]): void {
    for (const post of posts) {
      this.#seen.add(post);
      this.#stored.set(post.id, post);
      this.#applyPatches(post.id);
    }
    this.#notify();
  }

  /**
   * Stores the fields in `part`, the host's answer to a change; other pending changes stay applied.
   */
  confirm(post: PostView, part: Partial<PostView>): void {
    this.update([{ ...(this.#stored.get(post.id) ?? post), ...part }]);
  }

  /**
   * Stores the counts of a live event; ignored while a change is pending, because its answer
   * contains newer counts.
   */
  updateCounts(id: number, { likes, commentsCount }: Counts): void {
    const post = this.#stored.get(id);
    if (post === undefined || this.#patches.has(id)) return;
    if (post.likes === likes && post.commentsCount === commentsCount) return;
    this.update([{ ...post, likes, commentsCount }]);
  }

  /** Applies a change before the host answers; returns a function that rolls it back. */
  patch(post: PostView, patch: Patch): () => void {
    this.add([post]);
    this.#setPatches(post.id, [...(this.#patches.get(post.id) ?? []), patch]);
    return () => {
      const left = (this.#patches.get(post.id) ?? []).filter((one) => one !== patch);
      this.#setPatches(post.id, left);
    };
  }

  /** Marks posts that others deleted as removed (`faded`); own deletions are hidden already. */
  fade(ids: readonly number[]): void {
    const here = ids.filter((id) => this.visibility(id) === "here");
    for (const id of here) this.#visibilities.set(id, "faded");
    if (here.length > 0) this.#notify();
  }

  /** Shows a post again that was hidden or marked as removed. */
  restore(id: number): void {
    if (this.#visibilities.delete(id)) this.#notify();
  }

  /** Hides a post in every list; returns a function that shows it again. */
  remove(id: number): () => void {
    this.#visibilities.set(id, "hidden");
    this.#notify();
    return () => this.restore(id);
  }

  /** Replaces the pending changes of a post and calls the listeners. */
  #setPatches(id: number, patches: readonly Patch[]): void {
    if (patches.length > 0) this.#patches.set(id, patches);
    else this.#patches.delete(id);
    this.#applyPatches(id);
    this.#notify();
  }

  /** Computes the shown version of a post from the host's version and the pending changes. */
  #applyPatches(id: number): void {
    const stored = this.#stored.get(id);
    if (stored === undefined) return;
    const patches = this.#patches.get(id) ?? [];
    const shown = patches.reduce((post, patch) => patch(post), stored);
    this.#seen.add(shown);
    this.#shown.set(id, shown);
  }

  /** Increases the version and calls all listeners. */
  #notify(): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }
}
