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
import type { CommentPage, CommentView, LiveMessage } from "../../wire/types.generated.ts";
import { Threads, grown, type Thread, threadOf, gone } from "./thread.ts";
import { getJson } from "../../wire/request.ts";
import { useLive } from "../live/useLive.ts";

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

/** The host's largest page. */
const maxPageSize = 50;

/** Requests for the comments of a post, from the beginning or from a cursor. */
async function fetchComments(
  postId: number,
  count: number,
  after: string | null = null,
): Promise<CommentPage> {
  const query = new URLSearchParams({ limit: String(Math.min(count, maxPageSize)) });
  if (after !== null) query.set("after", after);
  const page = await getJson<CommentPage>(`/api/posts/${postId}/comments?${query}`);
  const left = count - page.comments.length;
  if (left <= 0 || page.next === null || page.comments.length === 0) return page;
  const rest = await fetchComments(postId, left, page.next);
  return { ...rest, comments: [...page.comments, ...rest.comments] };
}

/** Updates an open thread by events of other members. */
function useLiveThread(postId: number, ask: () => Promise<void>): void {
  const threads = usePage().store.only(Threads);
  const hear = (event: LiveMessage) => {
    if (event.type === "commentAdded" && event.post_id === postId) void ask();
    if (event.type === "commentRemoved" && event.post_id === postId)
      threads.change(postId, (thread) => gone(thread, event.id));
  };
  useLive({ onEvent: hear, onBack: () => void ask() });
}
