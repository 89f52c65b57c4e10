/** The comments of a post as one reader sees them, rows from the host and pending ones, and their store in this tab. */
import type { CommentPage, CommentView } from "../../wire/types.generated.ts";

/** A comment that was sent and not yet answered; `key` identifies it until it has an id. */
export interface Sending {
  readonly key: string;
  readonly content: string;
}

export interface Thread {
  /** Oldest first, without gaps. */
  readonly rows: readonly CommentView[];
  /** Cursor of the next page; null when all comments are loaded. */
  readonly next: string | null;
  readonly total: number;
  /** The reader's own comments of this visit, below the rows and those not loaded yet. */
  readonly own: readonly CommentView[];
  readonly sending: readonly Sending[];
  /** Rows that are being deleted and therefore hidden. */
  readonly leaving: readonly number[];
}

export function threadOf({ comments, next, total }: CommentPage): Thread {
  return { rows: comments, next, total, own: [], sending: [], leaving: [] };
}

/** The number of comments below the rows, without the reader's own. */
export function remainingIn({ rows, own, total }: Thread): number {
  return Math.max(0, total - rows.length - own.length);
}

export function shownIn({ rows, own, leaving }: Thread) {
  const isThere = ({ id }: CommentView) => !leaving.includes(id);
  return { rows: rows.filter(isThere), own: own.filter(isThere) };
}

/** Appends the next page; a row that arrives twice is kept once. */
export function grown(thread: Thread, page: CommentPage): Thread {
  const rows = [...thread.rows, ...without(page.comments, thread.rows)];
  return { ...thread, rows, own: without(thread.own, rows), next: page.next, total: page.total };
}

/** Replaces the rows by a new answer; pending comments stay. */
export function refreshed(thread: Thread, page: CommentPage): Thread {
  const own = page.next === null ? [] : without(thread.own, page.comments);
  return { ...thread, rows: page.comments, own, next: page.next, total: page.total };
}

export function withSending(thread: Thread, sending: Sending): Thread {
  return { ...thread, sending: [...thread.sending, sending] };
}

export function withoutSending(thread: Thread, key: string): Thread {
  return { ...thread, sending: thread.sending.filter((one) => one.key !== key) };
}

/** Moves a stored comment to the end, whatever is not loaded above it. */
export function arrived(thread: Thread, key: string, comment: CommentView): Thread {
  const rest = withoutSending(thread, key);
  if ([...rest.rows, ...rest.own].some(({ id }) => id === comment.id)) return rest;
  return { ...rest, total: rest.total + 1, own: [...rest.own, comment] };
}

export function leaving(thread: Thread, id: number): Thread {
  return { ...thread, leaving: [...thread.leaving, id] };
}

export function staying(thread: Thread, id: number): Thread {
  return { ...thread, leaving: thread.leaving.filter((one) => one !== id) };
}

export function gone(thread: Thread, id: number): Thread {
  const isOther = (comment: CommentView) => comment.id !== id;
  const rows = thread.rows.filter(isOther);
  const own = thread.own.filter(isOther);
  const taken = thread.rows.length + thread.own.length - rows.length - own.length;
  return { ...staying(thread, id), rows, own, total: thread.total - taken };
}

function without(
  comments: readonly CommentView[],
  known: readonly CommentView[],
): readonly CommentView[] {
  const ids = new Set(known.map(({ id }) => id));
  return comments.filter(({ id }) => !ids.has(id));
}

interface Known {
  readonly thread: Thread;
  /** The newest page of comments from the host. */
  readonly page: CommentPage;
  readonly at: number;
}

/** Store of comment threads, one for each post, with subscribers. */
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
