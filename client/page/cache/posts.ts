/** Store of the posts in this tab: the host's versions with pending changes applied. */
import type { PostView } from "../../wire/types.generated.ts";

/** A pending change as a function of the post; applied again to newer versions. */
export type Patch = (post: PostView) => PostView;

/** Own deletions disappear at once; deletions by others fade. */
export type PostVisibility = "here" | "hidden" | "faded";

type Counts = Pick<PostView, "likes" | "commentsCount">;

export class PostCache {
  readonly #told = new Map<number, PostView>();
  readonly #patches = new Map<number, readonly Patch[]>();
  readonly #shown = new Map<number, PostView>();
  readonly #fates = new Map<number, PostVisibility>();
  readonly #listeners = new Set<() => void>();
  /** Versions that were read already; an equal one changes nothing. */
  readonly #read = new WeakSet<PostView>();
  #version = 0;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Increases with every change. */
  readonly version = (): number => this.#version;

  /** The newest known version of a post, or the given one. */
  latest(post: PostView): PostView {
    return this.#shown.get(post.id) ?? post;
  }

  fate(id: number): PostVisibility {
    return this.#fates.get(id) ?? "here";
  }

  find(id: number): PostView | undefined {
    return this.#shown.get(id) ?? this.#told.get(id);
  }

  knows(id: number): boolean {
    return this.#told.has(id);
  }

  /** Takes posts of a page as the newest versions until something newer arrives. */
  meet(posts: readonly PostView[]): void {
    const unread = posts.filter((post) => !this.#read.has(post));
    for (const post of unread) this.#read.add(post);
    const newer = unread.filter(({ id }) => this.#told.has(id));
    for (const post of unread) if (!this.#told.has(post.id)) this.#told.set(post.id, post);
    if (newer.length > 0) this.take(newer);
  }

  /** Takes posts from the host. Locally deleted posts stay hidden even if a response in flight contains them. */
  take(posts: readonly PostView[]): void {
    for (const post of posts) {
      this.#read.add(post);
      this.#told.set(post.id, post);
      this.#draw(post.id);
    }
    this.#announce();
  }

  /** Takes the host's response to a change; other pending changes stay applied. */
  settle(post: PostView, part: Partial<PostView>): void {
    this.take([{ ...(this.#told.get(post.id) ?? post), ...part }]);
  }

  /** Takes counts alone, unless they are known; during a pending change its response is awaited instead. */
  count(id: number, { likes, commentsCount }: Counts): void {
    const post = this.#told.get(id);
    if (post === undefined || this.#patches.has(id)) return;
    if (post.likes === likes && post.commentsCount === commentsCount) return;
    this.take([{ ...post, likes, commentsCount }]);
  }

  /** Applies a change before the host responds; returns its rollback. */
  patch(post: PostView, patch: Patch): () => void {
    this.meet([post]);
    this.#setPatches(post.id, [...(this.#patches.get(post.id) ?? []), patch]);
    return () => {
      const left = (this.#patches.get(post.id) ?? []).filter((one) => one !== patch);
      this.#setPatches(post.id, left);
    };
  }

  /** Removes posts deleted by others; own deletions are gone already. */
  fade(ids: readonly number[]): void {
    const here = ids.filter((id) => this.fate(id) === "here");
    for (const id of here) this.#fates.set(id, "faded");
    if (here.length > 0) this.#announce();
  }

  /** Removes a post from every list; returns the rollback. */
  remove(id: number): () => void {
    this.#fates.set(id, "hidden");
    this.#announce();
    return () => {
      this.#fates.delete(id);
      this.#announce();
    };
  }

  #setPatches(id: number, patches: readonly Patch[]): void {
    if (patches.length > 0) this.#patches.set(id, patches);
    else this.#patches.delete(id);
    this.#draw(id);
    this.#announce();
  }

  #draw(id: number): void {
    const told = this.#told.get(id);
    if (told === undefined) return;
    const patches = this.#patches.get(id) ?? [];
    const shown = patches.reduce((post, patch) => patch(post), told);
    this.#read.add(shown);
    this.#shown.set(id, shown);
  }

  #announce(): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }
}
