/** The comments of a post as one reader sees them, rows from the host and pending ones, and their store in this tab. */
import type { CommentPage, CommentView } from "../../wire/types.generated.ts";

/** A comment that was sent and has no response yet; `key` identifies it until it has an id. */
export interface PendingComment {
  readonly key: string;
  readonly content: string;
  /** The comment that it replies to. */
  readonly parent?: number | undefined;
}

export interface Thread {
  /** Oldest first, without gaps. */
  readonly rows: readonly CommentView[];
  /** Cursor of the next page; null when all comments are loaded. */
  readonly next: string | null;
  readonly total: number;
  /** The reader's own comments of this visit, below the rows and those not loaded yet. */
  readonly own: readonly CommentView[];
  readonly sending: readonly PendingComment[];
  /** The chosen answer of a question, if it was not in the page; it may be among later rows. */
  readonly answer: CommentView | null;
  /** The pinned comment, if it was not in the page. */
  readonly pinned: CommentView | null;
  /** Rows that are being deleted and therefore hidden. */
  readonly deleting: readonly number[];
}

/** Returns the thread of the first page of comments, with none sent or deleted yet. */
export function threadOf({ comments, ...page }: CommentPage): Thread {
  return { ...page, rows: comments, own: [], sending: [], deleting: [] };
}

/** Returns the number of comments below the rows, without the reader's own. */
export function remainingIn({ rows, own, total }: Thread): number {
  const counted = [...rows, ...own].filter(({ withheld }) => !withheld);
  return Math.max(0, total - counted.length);
}

/** Returns the rows and own comments without those that are being deleted. */
export function visibleIn({ rows, own, deleting }: Thread) {
  const isVisible = ({ id }: CommentView) => !deleting.includes(id);
  return { rows: rows.filter(isVisible), own: own.filter(isVisible) };
}

/** Appends the next page; a row that arrives twice is kept once, at its place in the page. */
export function withNextPage(thread: Thread, page: CommentPage): Thread {
  const rows = [...without(thread.rows, page.comments), ...page.comments];
  return { ...thread, rows, own: without(thread.own, rows), next: page.next, total: page.total };
}

/** Replaces the rows by a new response; pending comments stay. */
export function withFirstPage(thread: Thread, page: CommentPage): Thread {
  const own = page.next === null ? [] : without(thread.own, page.comments);
  const { comments: rows, ...rest } = page;
  return { ...thread, ...rest, rows, own };
}

/** Adds a comment that is on its way to the host. */
export function withSending(thread: Thread, sending: PendingComment): Thread {
  return { ...thread, sending: [...thread.sending, sending] };
}

/** Removes a comment that was refused or stored. */
export function withoutSending(thread: Thread, key: string): Thread {
  return { ...thread, sending: thread.sending.filter((one) => one.key !== key) };
}

/** Puts a stored reply below its comment, and other comments at the end, even when those before it are not loaded. */
export function withStored(thread: Thread, key: string, comment: CommentView): Thread {
  const rest = withoutSending(thread, key);
  if ([...rest.rows, ...rest.own].some(({ id }) => id === comment.id)) return rest;
  // What waits for review is not counted.
  const total = rest.total + (comment.withheld ? 0 : 1);
  const rows = withReply(rest.rows, comment);
  if (rows) return { ...rest, total, rows };
  return { ...rest, total, own: withReply(rest.own, comment) ?? [...rest.own, comment] };
}

/** Returns the rows with a reply below its thread; undefined when the thread is not among them. */
function withReply(
  rows: readonly CommentView[],
  reply: CommentView,
): readonly CommentView[] | undefined {
  const parent = reply.parent_id;
  const last = rows.findLastIndex((one) => parent !== null && threadId(one) === parent);
  return last < 0 ? undefined : rows.toSpliced(last + 1, 0, reply);
}

/** Returns the id of the comment that a reply belongs to, or of the comment itself. */
export function threadId({ id, parent_id }: CommentView): number {
  return parent_id ?? id;
}

/** Replaces a comment by its edited text. */
export function withEdited(thread: Thread, comment: CommentView): Thread {
  const newest = (one: CommentView) => (one.id === comment.id ? comment : one);
  const answer = thread.answer && newest(thread.answer);
  const pinned = thread.pinned && newest(thread.pinned);
  return { ...thread, rows: thread.rows.map(newest), own: thread.own.map(newest), answer, pinned };
}

/** Hides a comment while the host deletes it. */
export function withHidden(thread: Thread, id: number): Thread {
  return { ...thread, deleting: [...thread.deleting, id] };
}

/** Shows a hidden comment again, because its deletion failed. */
export function withRestored(thread: Thread, id: number): Thread {
  return { ...thread, deleting: thread.deleting.filter((one) => one !== id) };
}

/** Removes a deleted comment; replies to it stay. */
export function withRemoved(thread: Thread, id: number): Thread {
  const rows = withoutParent(thread.rows, id);
  const own = withoutParent(thread.own, id);
  const taken = thread.rows.length + thread.own.length - rows.length - own.length;
  const answer = thread.answer?.id === id ? null : thread.answer;
  const pinned = thread.pinned?.id === id ? null : thread.pinned;
  return { ...withRestored(thread, id), rows, own, answer, pinned, total: thread.total - taken };
}

/** Puts a comment back in its place by time; its replies belong to it again. */
export function withReturned(thread: Thread, comment: CommentView): Thread {
  if ([...thread.rows, ...thread.own].some(({ id }) => id === comment.id)) return thread;
  const restored = {
    ...thread,
    rows: withParent(thread.rows, comment.id),
    total: thread.total + 1,
  };
  const rows = withReply(restored.rows, comment);
  if (rows) return { ...restored, rows };
  const isLater = (one: CommentView) =>
    threadId(one) === comment.id || (one.parent_id === null && one.id > comment.id);
  const place = restored.rows.findIndex(isLater);
  const at = place < 0 ? restored.rows.length : place;
  return { ...restored, rows: restored.rows.toSpliced(at, 0, comment) };
}

/** Marks the replies to the comment `id` as replies to a comment that is shown. */
function withParent(comments: readonly CommentView[], id: number): readonly CommentView[] {
  return comments.map((one) => (one.parent_id === id ? { ...one, is_parent_shown: true } : one));
}

/** Removes the comment `id` and marks its replies as replies to a deleted comment. */
function withoutParent(comments: readonly CommentView[], id: number): readonly CommentView[] {
  return comments
    .filter((one) => one.id !== id)
    .map((one) => (one.parent_id === id ? { ...one, is_parent_shown: false } : one));
}

/** Returns the comments that are not in `known`. */
function without(
  comments: readonly CommentView[],
  known: readonly CommentView[],
): readonly CommentView[] {
  const ids = new Set(known.map(({ id }) => id));
  return comments.filter(({ id }) => !ids.has(id));
}

interface ThreadEntry {
  readonly thread: Thread;
  /** The newest page of comments from the host. */
  readonly page: CommentPage;
  readonly at: number;
}

/** Store of comment threads, one for each post, with subscribers. */
export class Threads {
  readonly #entries = new Map<number, ThreadEntry>();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  peek(postId: number): Thread | undefined {
    return this.#entries.get(postId)?.thread;
  }

  /** Returns the time of the newest response, by this browser's clock. */
  fetchedAt(postId: number): number {
    return this.#entries.get(postId)?.at ?? Number.NEGATIVE_INFINITY;
  }

  /** Stores the first comments from the payload or a response; the same page is stored once. */
  receive(postId: number, page: CommentPage, at: number): void {
    const before = this.#entries.get(postId);
    if (before?.page === page) return;
    const thread = before ? withFirstPage(before.thread, page) : threadOf(page);
    this.#put(postId, { thread, page, at });
  }

  change(postId: number, change: (thread: Thread) => Thread): void {
    const before = this.#entries.get(postId);
    if (before) this.#put(postId, { ...before, thread: change(before.thread) });
  }

  #put(postId: number, known: ThreadEntry): void {
    this.#entries.set(postId, known);
    for (const listener of this.#listeners) listener();
  }
}
