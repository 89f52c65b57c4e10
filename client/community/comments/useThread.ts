/** Hooks for the comments of one post: loading, live updates, and the focus after a deletion. */
import { useQuery } from "../../page/address.ts";
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
  useSyncExternalStore,
  type RefObject,
  useRef,
} from "react";
import { commentsFreshMs } from "../../contracts/limits.generated.ts";
import { usePage } from "../../page/PageContext.ts";
import type { CommentPage, CommentView, LiveMessage } from "../../wire/types.generated.ts";
import { Threads, withNextPage, type Thread, threadOf, withRemoved } from "./thread.ts";
import { useLive } from "../live/useLive.ts";

export interface ThreadView {
  /** Undefined until the host has responded. */
  readonly thread: Thread | undefined;
  /** The reason of a failure. */
  readonly error: unknown;
  readonly refetch: () => Promise<void>;
  /** Loads the next page and returns its first comment; undefined if all are loaded. */
  readonly loadMore: () => Promise<CommentView | undefined>;
}

/** The host's largest page. */
const maxPageSize = 50;

/** Loads the code of the requests. */
const requests = () => import("./readThread.ts");

/**
 * Returns the thread of a post with functions that load it. `preloaded` is the page of comments in
 * the payload; without one `initialCount` comments are requested.
 */
export function useThread(
  postId: number,
  preloaded: CommentPage | null = null,
  initialCount: number = maxPageSize,
): ThreadView {
  const { store, page } = usePage();
  const query = useQuery();
  const threads = store.singleton(Threads);
  // A post's address may contain a cursor; a card has none.
  const after = page === "post" ? query.get("after") : null;
  const [error, setError] = useState<unknown>(null);
  const first = useMemo(() => (preloaded ? threadOf(preloaded) : undefined), [preloaded]);
  const thread = useSyncExternalStore(
    threads.subscribe,
    () => threads.peek(postId) ?? first,
    () => first,
  );

  const refetch = useCallback(async () => {
    setError(null);
    try {
      const { readThread } = await requests();
      await readThread(threads, postId, { after, least: initialCount });
    } catch (failure) {
      // Loaded comments stay visible while more are fetched.
      if (threads.peek(postId) === undefined) setError(failure);
    }
  }, [threads, postId, initialCount, after]);
  const start = useEffectEvent(() => {
    if (preloaded) threads.receive(postId, preloaded, Date.now());
    else if (Date.now() - threads.fetchedAt(postId) > commentsFreshMs) void refetch();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another post or another payload starts again.
  useEffect(() => start(), [postId, preloaded]);

  useLiveThread(postId, refetch);

  /** Loads the next page; returns its first comment. */
  const loadMore = async () => {
    if (!thread?.next) return undefined;
    const { fetchComments } = await requests();
    const rest = await fetchComments(postId, maxPageSize, thread.next);
    const isMoved = threads.peek(postId)?.next !== thread.next;
    threads.change(postId, (before) => withNextPage(before, rest));
    // The rows ended elsewhere, so that some may be missing before the page.
    if (isMoved) void refetch();
    return rest.comments[0];
  };
  return { thread, error, refetch, loadMore };
}

/**
 * Applies live events of comments to an open thread, and loads it again when events were missed.
 */
function useLiveThread(postId: number, refetch: () => Promise<void>): void {
  const { store, viewer } = usePage();
  const threads = store.singleton(Threads);
  /**
   * Removes a deleted comment of another member; loads the thread again after all other changes.
   */
  const onEvent = (event: LiveMessage) => {
    const isText = event.type === "commentAdded" || event.type === "commentEdited";
    if (isText && event.post_id === postId) void refetch();
    if (event.type !== "commentRemoved" || event.post_id !== postId) return;
    const rows = threads.peek(postId)?.rows ?? [];
    // Its author still sees what is withheld from others.
    const isOwn = rows.some(({ id, user }) => id === event.id && user?.id === viewer?.id);
    if (isOwn && viewer) void refetch();
    else threads.change(postId, (thread) => withRemoved(thread, event.id));
  };
  useLive({ onEvent, onReconnect: () => void refetch() });
}

/** Returns a ref for the element that takes the focus when the focused comment is deleted. */
export function useKeptFocus<Container extends HTMLElement>(
  thread: Thread | undefined,
): RefObject<Container | null> {
  const container = useRef<Container>(null);
  const deleting = thread?.deleting.length ?? 0;
  useEffect(() => {
    if (deleting > 0 && document.activeElement === document.body)
      container.current?.focus({ preventScroll: true });
  }, [deleting]);
  return container;
}
