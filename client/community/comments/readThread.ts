/** Reads the comments of an open thread again; loaded with its first request. */
import { fetchComments } from "../queries.ts";
import type { Threads } from "./thread.ts";

export { fetchComments };

interface Part {
  /** The cursor that the rows follow; null from the beginning. */
  readonly after: string | null;
  /** How many comments are requested of a thread with fewer rows. */
  readonly least: number;
}

/**
 * Reads as many comments as are shown, so that none disappears, and stores them; reads them again
 * if the thread changed meanwhile.
 */
export async function readThread(threads: Threads, postId: number, part: Part): Promise<void> {
  for (let isStored = false; !isStored; ) {
    const request = threads.nextNumber();
    const count = Math.max(part.least, threads.peek(postId)?.rows.length ?? 0);
    const page = await fetchComments(postId, count, part.after);
    isStored = threads.receive(postId, page, Date.now(), request);
  }
}
