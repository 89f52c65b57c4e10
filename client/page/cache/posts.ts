/** The posts that this tab knows, each once: what the host told, and what is still on its way to it. */
import type { PostView } from "../../wire/types.generated.ts";

/** What a change makes of a post; it may be asked again when the host tells something newer. */
export type Patch = (post: PostView) => PostView;

/** A post that the reader took away leaves at once; one that somebody else did fades where it stands. */
export type Fate = "here" | "hidden" | "faded";

type Counts = Pick<PostView, "likes" | "commentsCount">;

export class PostCache {
  readonly #told = new Map<number, PostView>();
  readonly #patches = new Map<number, readonly Patch[]>();
  readonly #shown = new Map<number, PostView>();
  readonly #fates = new Map<number, Fate>();
  readonly #listeners = new Set<() => void>();
  /** Every telling that was read here: what is shown again says nothing new. */
  readonly #read = new WeakSet<PostView>();
  #version = 0;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Grows with every change. */
  readonly version = (): number => this.#version;

  /** The newest that is known of a post; the post as it is given where nothing is. */
  latest(post: PostView): PostView {
    return this.#shown.get(post.id) ?? post;
  }

  fate(id: number): Fate {
    return this.#fates.get(id) ?? "here";
  }

  find(id: number): PostView | undefined {
    return this.#shown.get(id) ?? this.#told.get(id);
  }

  knows(id: number): boolean {
    return this.#told.has(id);
  }

  /** The posts of a page: those that it was just told of are the newest, and hold until something newer is told. */
  meet(posts: readonly PostView[]): void {
    const unread = posts.filter((post) => !this.#read.has(post));
    for (const post of unread) this.#read.add(post);
    const newer = unread.filter(({ id }) => this.#told.has(id));
    for (const post of unread) if (!this.#told.has(post.id)) this.#told.set(post.id, post);
    if (newer.length > 0) this.take(newer);
  }

  /** The host has just told these. What was taken away stays so, whatever was on its way meanwhile. */
  take(posts: readonly PostView[]): void {
    for (const post of posts) {
      this.#read.add(post);
      this.#told.set(post.id, post);
      this.#draw(post.id);
    }
    this.#announce();
  }

  /** The host's answer to a change of the reader's; other changes of theirs stay on their way. */
  settle(post: PostView, part: Partial<PostView>): void {
    this.take([{ ...(this.#told.get(post.id) ?? post), ...part }]);
  }

  /** Counts alone; while a change of the reader's is under way, its answer is waited for instead. */
  count(id: number, { likes, commentsCount }: Counts): void {
    const post = this.#told.get(id);
    if (post === undefined || this.#patches.has(id)) return;
    this.take([{ ...post, likes, commentsCount }]);
  }

  /** Shows a change before the host has answered; what is returned takes it back. */
  patch(post: PostView, patch: Patch): () => void {
    this.meet([post]);
    this.#setPatches(post.id, [...(this.#patches.get(post.id) ?? []), patch]);
    return () => {
      const left = (this.#patches.get(post.id) ?? []).filter((one) => one !== patch);
      this.#setPatches(post.id, left);
    };
  }

  /** Somebody else took these away; the reader's own are gone already. */
  fade(ids: readonly number[]): void {
    const here = ids.filter((id) => this.fate(id) === "here");
    for (const id of here) this.#fates.set(id, "faded");
    if (here.length > 0) this.#announce();
  }

  /** Takes a post out of every list; what is returned brings it back. */
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
