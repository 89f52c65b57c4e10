/** Store of the posts in this tab: the host's versions with pending changes applied. */
import type { PostView } from "../../wire/types.generated.ts";

/** A pending change as a function of the post; applied again to newer versions. */
export type Patch = (post: PostView) => PostView;

/** Own deletions disappear at once; deletions by others fade. */
export type PostVisibility = "here" | "hidden" | "faded";

type Counts = Pick<PostView, "likes" | "commentsCount">;

export class PostCache {
  readonly #stored = new Map<number, PostView>();
  readonly #patches = new Map<number, readonly Patch[]>();
  readonly #shown = new Map<number, PostView>();
  readonly #visibilities = new Map<number, PostVisibility>();
  readonly #listeners = new Set<() => void>();
  /** Versions received already; receiving one again changes nothing. */
  readonly #seen = new WeakSet<PostView>();
  #version = 0;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Increases with every change. */
  readonly version = (): number => this.#version;

  /** Returns the newest known version of a post, or the given one. */
  latest(post: PostView): PostView {
    return this.#shown.get(post.id) ?? post;
  }

  visibility(id: number): PostVisibility {
    return this.#visibilities.get(id) ?? "here";
  }

  find(id: number): PostView | undefined {
    return this.#shown.get(id) ?? this.#stored.get(id);
  }

  has(id: number): boolean {
    return this.#stored.has(id);
  }

  /** Adds posts of a page; versions received before are ignored. */
  add(posts: readonly PostView[]): void {
    const unread = posts.filter((post) => !this.#seen.has(post));
    for (const post of unread) this.#seen.add(post);
    const newer = unread.filter(({ id }) => this.#stored.has(id));
    for (const post of unread) if (!this.#stored.has(post.id)) this.#stored.set(post.id, post);
    if (newer.length > 0) this.update(newer);
  }

  /** Stores newer versions from the host. Locally deleted posts stay hidden even if a response in flight contains them. */
  update(posts: readonly PostView[]): void {
    for (const post of posts) {
      this.#seen.add(post);
      this.#stored.set(post.id, post);
      this.#applyPatches(post.id);
    }
    this.#notify();
  }

  /** Stores the host's response to a change; other pending changes stay applied. */
  confirm(post: PostView, part: Partial<PostView>): void {
    this.update([{ ...(this.#stored.get(post.id) ?? post), ...part }]);
  }

  /** Stores the counts of a live event; ignored while a change is pending, because its response contains newer counts. */
  updateCounts(id: number, { likes, commentsCount }: Counts): void {
    const post = this.#stored.get(id);
    if (post === undefined || this.#patches.has(id)) return;
    if (post.likes === likes && post.commentsCount === commentsCount) return;
    this.update([{ ...post, likes, commentsCount }]);
  }

  /** Applies a change before the host responds; returns its rollback. */
  patch(post: PostView, patch: Patch): () => void {
    this.add([post]);
    this.#setPatches(post.id, [...(this.#patches.get(post.id) ?? []), patch]);
    return () => {
      const left = (this.#patches.get(post.id) ?? []).filter((one) => one !== patch);
      this.#setPatches(post.id, left);
    };
  }

  /** Fades out posts that others deleted; own deletions are hidden already. */
  fade(ids: readonly number[]): void {
    const here = ids.filter((id) => this.visibility(id) === "here");
    for (const id of here) this.#visibilities.set(id, "faded");
    if (here.length > 0) this.#notify();
  }

  /** Shows a post again whose deletion was undone. */
  restore(id: number): void {
    if (this.#visibilities.delete(id)) this.#notify();
  }

  /** Removes a post from every list; returns the rollback. */
  remove(id: number): () => void {
    this.#visibilities.set(id, "hidden");
    this.#notify();
    return () => this.restore(id);
  }

  #setPatches(id: number, patches: readonly Patch[]): void {
    if (patches.length > 0) this.#patches.set(id, patches);
    else this.#patches.delete(id);
    this.#applyPatches(id);
    this.#notify();
  }

  #applyPatches(id: number): void {
    const stored = this.#stored.get(id);
    if (stored === undefined) return;
    const patches = this.#patches.get(id) ?? [];
    const shown = patches.reduce((post, patch) => patch(post), stored);
    this.#seen.add(shown);
    this.#shown.set(id, shown);
  }

  #notify(): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }
}
