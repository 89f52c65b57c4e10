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
  /** In the host's order, without gaps: oldest first, replies below their comment. */
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

/** Returns a thread with the first page of comments, in which nothing is being sent or deleted. */
export function threadOf({ comments, ...page }: CommentPage): Thread {
  return { ...page, rows: comments, own: [], sending: [], deleting: [] };
}

/**
 * Returns how many comments are not loaded yet; `total` does not count those that are withheld from
 * others.
 */
export function remainingIn({ rows, own, total }: Thread): number {
  return Math.max(0, total - countedIn([...rows, ...own]));
}

/** Returns how many of the comments the total of their thread counts: those that all readers see. */
function countedIn(comments: readonly CommentView[]): number {
  return comments.filter(({ withheld }) => !withheld).length;
}

/** Returns the loaded rows and the reader's new comments, without those that are being deleted. */
export function visibleIn({ rows, own, deleting }: Thread) {
  const isVisible = ({ id }: CommentView) => !deleting.includes(id);
  return { rows: rows.filter(isVisible), own: own.filter(isVisible) };
}

/**
 * Returns the thread with the next page at its end; a comment that is there twice stays at its
 * place in the page.
 */
export function withNextPage(thread: Thread, page: CommentPage): Thread {
  const rows = [...without(thread.rows, page.comments), ...page.comments];
  return { ...thread, rows, own: without(thread.own, rows), next: page.next, total: page.total };
}

/**
 * Returns the thread with its rows replaced by a new response; comments that are being sent or
 * deleted stay.
 */
export function withFirstPage(thread: Thread, page: CommentPage): Thread {
  // A page without a next one has all comments, the reader's own too.
  const own = page.next === null ? [] : without(thread.own, page.comments);
  const { comments: rows, ...rest } = page;
  return { ...thread, ...rest, rows, own };
}

/** Returns the thread with a comment that is being sent. */
export function withSending(thread: Thread, sending: PendingComment): Thread {
  return { ...thread, sending: [...thread.sending, sending] };
}

/** Returns the thread without a comment that was being sent and is now refused or stored. */
export function withoutSending(thread: Thread, key: string): Thread {
  return { ...thread, sending: thread.sending.filter((one) => one.key !== key) };
}

/**
 * Returns the thread with a stored comment in place of the sent one, `key`: a reply after its
 * thread if that is loaded, else at the end, as other comments are.
 */
export function withStored(thread: Thread, key: string, comment: CommentView): Thread {
  const rest = withoutSending(thread, key);
  if ([...rest.rows, ...rest.own].some(({ id }) => id === comment.id)) return rest;
  const total = rest.total + countedIn([comment]);
  const rows = withReply(rest.rows, comment);
  if (rows) return { ...rest, total, rows };
  return { ...rest, total, own: withReply(rest.own, comment) ?? [...rest.own, comment] };
}

/**
 * Returns the rows with a reply after the last comment of its thread; undefined when no comment of
 * that thread is among them.
 */
function withReply(
  rows: readonly CommentView[],
  reply: CommentView,
): readonly CommentView[] | undefined {
  const parent = reply.parent_id;
  const last = rows.findLastIndex((one) => parent !== null && threadId(one) === parent);
  return last < 0 ? undefined : rows.toSpliced(last + 1, 0, reply);
}

/** Returns the id of the comment that begins a comment's thread: its parent, or itself. */
export function threadId({ id, parent_id }: CommentView): number {
  return parent_id ?? id;
}

/**
 * Returns the thread with a comment replaced by its edited version, also as answer and pinned
 * comment.
 */
export function withEdited(thread: Thread, comment: CommentView): Thread {
  const newest = (one: CommentView) => (one.id === comment.id ? comment : one);
  const answer = thread.answer && newest(thread.answer);
  const pinned = thread.pinned && newest(thread.pinned);
  return { ...thread, rows: thread.rows.map(newest), own: thread.own.map(newest), answer, pinned };
}

/** Returns the thread with a comment marked as being deleted, which hides it. */
export function withHidden(thread: Thread, id: number): Thread {
  return { ...thread, deleting: [...thread.deleting, id] };
}

/** Returns the thread with a hidden comment shown again, because its deletion failed. */
export function withRestored(thread: Thread, id: number): Thread {
  return { ...thread, deleting: thread.deleting.filter((one) => one !== id) };
}

/** Returns the thread without a deleted comment; replies to it stay. */
export function withRemoved(thread: Thread, id: number): Thread {
  const rows = withoutParent(thread.rows, id);
  const own = withoutParent(thread.own, id);
  const removed = without([...thread.rows, ...thread.own], [...rows, ...own]);
  const answer = thread.answer?.id === id ? null : thread.answer;
  const pinned = thread.pinned?.id === id ? null : thread.pinned;
  return {
    ...withRestored(thread, id),
    rows,
    own,
    answer,
    pinned,
    total: thread.total - countedIn(removed),
  };
}

/**
 * Returns the thread with a comment whose deletion was undone, at its place by time: in its thread
 * for a reply, among the reader's own comments if it was one of them (`wasOwn`) and the rows end
 * before it; replies to it are no longer marked as replies to a deleted comment.
 */
export function withReturned(thread: Thread, comment: CommentView, wasOwn: boolean): Thread {
  if ([...thread.rows, ...thread.own].some(({ id }) => id === comment.id)) return thread;
  const rows = withParent(thread.rows, comment.id);
  const own = withParent(thread.own, comment.id);
  const total = thread.total + countedIn([comment]);
  const isAfter = wasOwn && thread.next !== null;
  return isAfter
    ? { ...thread, rows, own: inOrder(own, comment), total }
    : { ...thread, rows: inOrder(rows, comment), own, total };
}

/** Returns the comments with a further one at its place in the host's order. */
function inOrder(comments: readonly CommentView[], comment: CommentView): readonly CommentView[] {
  const place = comments.findIndex((one) => isLater(one, comment));
  return comments.toSpliced(place < 0 ? comments.length : place, 0, comment);
}

/** Returns whether a comment stands after another in the host's order. */
function isLater(one: CommentView, other: CommentView): boolean {
  const threads = threadId(one) - threadId(other);
  return threads > 0 || (threads === 0 && one.id > other.id);
}

/**
 * Returns the comments with the replies to the comment `id` marked as replies to a comment that is
 * shown.
 */
function withParent(comments: readonly CommentView[], id: number): readonly CommentView[] {
  return comments.map((one) => (one.parent_id === id ? { ...one, is_parent_shown: true } : one));
}

/**
 * Returns the comments without the comment `id`, whose replies are marked as replies to a deleted
 * comment.
 */
function withoutParent(comments: readonly CommentView[], id: number): readonly CommentView[] {
  return comments
    .filter((one) => one.id !== id)
    .map((one) => (one.parent_id === id ? { ...one, is_parent_shown: false } : one));
}

/** Returns the comments without those whose ids `known` has. */
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
  /** Number of the request that the page answers. */
  readonly request: number;
  /** Number of the last change in this tab since then. */
  readonly change: number;
}

/** Store of comment threads, one for each post, with subscribers. */
export class Threads {
  readonly #entries = new Map<number, ThreadEntry>();
  readonly #listeners = new Set<() => void>();
  /** The last number of a request or change, which are counted together. */
  #last = 0;

  /** Calls the listener after each change; returns a function that stops the calls. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Returns the thread of a post; undefined before its comments were loaded. */
  peek(postId: number): Thread | undefined {
    return this.#entries.get(postId)?.thread;
  }

  /**
   * Returns when the newest response for a post arrived, in milliseconds of this browser's clock;
   * minus infinity if never.
   */
  fetchedAt(postId: number): number {
    return this.#entries.get(postId)?.at ?? Number.NEGATIVE_INFINITY;
  }

  /** Returns the number of a request that is sent now. */
  nextNumber(): number {
    this.#last += 1;
    return this.#last;
  }

  /**
   * Stores the first comments of a post, from the payload or the answer to a request; ignores the
   * same page and an answer older than the stored one. Returns false, and stores nothing, if the
   * thread changed after the request: its comments must be read again.
   */
  receive(postId: number, page: CommentPage, at: number, request = this.nextNumber()): boolean {
    const before = this.#entries.get(postId);
    if (before && (before.page === page || before.request > request)) return true;
    if (before && before.change > request) return false;
    const thread = before ? withFirstPage(before.thread, page) : threadOf(page);
    this.#put(postId, { thread, page, at, request, change: 0 });
    return true;
  }

  /**
   * Replaces the thread of a post by what `change` returns; nothing for a post that is not stored.
   */
  change(postId: number, change: (thread: Thread) => Thread): void {
    const before = this.#entries.get(postId);
    if (!before) return;
    this.#put(postId, { ...before, thread: change(before.thread), change: this.nextNumber() });
  }

  /** Stores an entry and calls the listeners. */
  #put(postId: number, known: ThreadEntry): void {
    this.#entries.set(postId, known);
    for (const listener of this.#listeners) listener();
  }
}
