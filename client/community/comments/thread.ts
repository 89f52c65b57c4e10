/** The comments of a post as one reader sees them: what the host has told, and what is on its way there. */
import type { CommentPage, CommentView } from "../../wire/types.generated.ts";

/** A comment that was sent and not yet answered; `key` tells it from others until it has an id. */
export interface Sending {
  readonly key: string;
  readonly content: string;
}

export interface Thread {
  /** Oldest first, without gaps. */
  readonly rows: readonly CommentView[];
  /** Where the rows go on; null when all are here. */
  readonly next: string | null;
  readonly total: number;
  /** The reader's own of this visit, below the rows and whatever is still to come. */
  readonly own: readonly CommentView[];
  readonly sending: readonly Sending[];
  /** Rows that are being deleted, and are no longer shown. */
  readonly leaving: readonly number[];
}

export function threadOf({ comments, next, total }: CommentPage): Thread {
  return { rows: comments, next, total, own: [], sending: [], leaving: [] };
}

/** How many more there are below the rows, the reader's own aside. */
export function remainingIn({ rows, own, total }: Thread): number {
  return Math.max(0, total - rows.length - own.length);
}

export function shownIn({ rows, own, leaving }: Thread) {
  const isThere = ({ id }: CommentView) => !leaving.includes(id);
  return { rows: rows.filter(isThere), own: own.filter(isThere) };
}

/** The next page below what is there; a row that came twice stands once. */
export function grown(thread: Thread, page: CommentPage): Thread {
  const rows = [...thread.rows, ...without(page.comments, thread.rows)];
  return { ...thread, rows, own: without(thread.own, rows), next: page.next, total: page.total };
}

/** The rows as the host tells them anew; what is on its way stays on its way. */
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

/** What was sent has arrived: it stands at the end, whatever is still to come above it. */
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
