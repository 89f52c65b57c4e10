/** The comments of one post for a component, and how to load more. */
import { useQuery } from "../../page/address.ts";
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
  useSyncExternalStore,
} from "react";
import { commentsFreshMs } from "../../contracts/limits.generated.ts";
import { usePage } from "../../page/PageContext.ts";
import type { CommentPage, CommentView } from "../../wire/types.generated.ts";
import { fetchComments, maxPageSize } from "./queries.ts";
import { useLiveThread } from "./useLiveThread.ts";
import { Threads } from "./Threads.ts";
import { grown, type Thread, threadOf } from "./thread.ts";

export interface ThreadView {
  /** Undefined until the host has answered. */
  readonly thread: Thread | undefined;
  /** The reason of a failure. */
  readonly error: unknown;
  readonly ask: () => Promise<void>;
  /** Id of the first comment of the newest page. */
  readonly more: () => Promise<CommentView | undefined>;
}

/** `told` is the page from the payload; `wanted` is the number to request without one. */
export function useThread(
  postId: number,
  told: CommentPage | null = null,
  wanted: number = maxPageSize,
): ThreadView {
  const { store, page } = usePage();
  const query = useQuery();
  const threads = store.only(Threads);
  // A post's address may contain a cursor; a card has none.
  const after = page === "post" ? query.get("after") : null;
  const [error, setError] = useState<unknown>(null);
  const first = useMemo(() => (told ? threadOf(told) : undefined), [told]);
  const thread = useSyncExternalStore(
    threads.subscribe,
    () => threads.peek(postId) ?? first,
    () => first,
  );

  const ask = useCallback(async () => {
    setError(null);
    const count = Math.max(wanted, threads.peek(postId)?.rows.length ?? 0);
    try {
      threads.take(postId, await fetchComments(postId, count, after), Date.now());
    } catch (failure) {
      // Loaded comments stay visible while more are fetched.
      if (threads.peek(postId) === undefined) setError(failure);
    }
  }, [threads, postId, wanted, after]);
  const begin = useEffectEvent(() => {
    if (told) threads.take(postId, told, Date.now());
    else if (Date.now() - threads.toldAt(postId) > commentsFreshMs) void ask();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another post, or another telling, begins anew.
  useEffect(() => begin(), [postId, told]);

  useLiveThread(postId, ask);

  const more = async () => {
    if (!thread?.next) return undefined;
    const rest = await fetchComments(postId, maxPageSize, thread.next);
    threads.change(postId, (before) => grown(before, rest));
    return rest.comments[0];
  };
  return { thread, error, ask, more };
}
