/** Store of the comment threads in this tab, one a post, with subscribers. */
import type { CommentPage } from "../../wire/types.generated.ts";
import { refreshed, type Thread, threadOf } from "./thread.ts";

interface Known {
  readonly thread: Thread;
  /** The newest page of comments from the host. */
  readonly page: CommentPage;
  readonly at: number;
}

export class Threads {
  readonly #known = new Map<number, Known>();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  peek(postId: number): Thread | undefined {
    return this.#known.get(postId)?.thread;
  }

  /** Time of the newest answer, by the monotonic clock. */
  toldAt(postId: number): number {
    return this.#known.get(postId)?.at ?? Number.NEGATIVE_INFINITY;
  }

  /** Takes the first comments from the payload or an answer; the same page is taken once. */
  take(postId: number, page: CommentPage, at: number): void {
    const before = this.#known.get(postId);
    if (before?.page === page) return;
    const thread = before ? refreshed(before.thread, page) : threadOf(page);
    this.#put(postId, { thread, page, at });
  }

  change(postId: number, change: (thread: Thread) => Thread): void {
    const before = this.#known.get(postId);
    if (before) this.#put(postId, { ...before, thread: change(before.thread) });
  }

  #put(postId: number, known: Known): void {
    this.#known.set(postId, known);
    for (const listener of this.#listeners) listener();
  }
}
