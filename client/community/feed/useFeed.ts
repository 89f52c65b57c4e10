/** The feed of an address for a component: from the payload, the tab's store, or the host. */
import { usePath } from "../../page/address.ts";
import { useEffect, useEffectEvent, useMemo, useRef, useSyncExternalStore } from "react";
import { feedPageSize } from "../../contracts/limits.generated.ts";
import { usePage } from "../../page/PageContext.ts";
import type { PostView } from "../../wire/types.generated.ts";
import { usePostCache } from "../usePosts.ts";
import { requestQuery, type FeedState } from "./feed.ts";
import { entryOf, type FeedEntry, FeedLists, type FeedDependencies, waiting } from "./FeedLists.ts";

export interface Feed {
  readonly entry: FeedEntry;
  /** The posts that the address requests. */
  readonly posts: readonly PostView[];
  /** The number of further posts, and whether there are even more. */
  readonly remaining: number;
  readonly isMore: boolean;
  /** Loads so many posts, if there are; false on failure, true also while others are loading. */
  readonly ensure: (requested: number) => Promise<boolean>;
  /** Reads the start of the list again; newer posts wait above it. */
  readonly refresh: () => Promise<void>;
  readonly showArrived: () => Promise<void>;
  readonly lists: FeedLists;
  readonly key: string;
}

/**
 * Returns the feed in the payload for exactly this address, or one without a list. Its time is 0, so
 * that it counts as old.
 */
function usePreloaded(): FeedEntry {
  const { store, language, params } = usePage();
  const path = usePath();
  return useMemo(() => {
    const page = store.peek("feed", { language, params, search: path.replace(/^[^?]*/, "") });
    return page ? entryOf(page, 0) : waiting;
  }, [store, language, params, path]);
}

/** Calls `onReturn` when the tab is shown again. */
function useTabReturn(onReturn: () => void): void {
  const look = useEffectEvent(() => {
    if (document.visibilityState === "visible") onReturn();
  });
  useEffect(() => {
    const see = () => look();
    document.addEventListener("visibilitychange", see);
    return () => document.removeEventListener("visibilitychange", see);
  }, []);
}

/** Calls `onChange` when another viewer is signed in, because likes differ. */
function useViewerChange(onChange: () => void): void {
  const id = usePage().viewer?.id;
  const previous = useRef(id);
  const change = useEffectEvent(onChange);
  useEffect(() => {
    if (previous.current === id) return;
    previous.current = id;
    change();
  }, [id]);
}

/**
 * Returns a function for what the store of lists needs, called before a request: the tab's posts and
 * the time. A post whose like changes meanwhile stays as it is: the answer may lack the change.
 */
function useFeedDependencies({ list }: FeedEntry): () => FeedDependencies {
  const cache = usePostCache();
  return () => {
    const before = new Map(list?.posts.map(({ id }) => [id, cache.find(id)]));
    const isCurrent = ({ id, isLiked }: PostView) => {
      const present = cache.find(id);
      return present === before.get(id) || present?.isLiked === isLiked;
    };
    return {
      take: (posts) => cache.update(posts.filter(isCurrent)),
      fade: (ids) => cache.fade(ids),
      now: Date.now(),
    };
  };
}

/** Returns the first `requested` posts, how many follow, and whether there are even more. */
function useRequestedPosts({ list }: FeedEntry, requested: number) {
  const all = list?.posts ?? [];
  const posts = useMemo(() => all.slice(0, requested), [all, requested]);
  const remaining = (list?.remaining ?? 0) + all.length - posts.length;
  return { posts, remaining, isMore: list?.remaining_is_more ?? false };
}

/**
 * Returns the list of the address, and loads as many posts as the address requests. `newId` is the
 * id of a new post that the address names.
 */
export function useFeed(state: FeedState, newId: number | undefined): Feed {
  const { store, viewer } = usePage();
  const lists = store.singleton(FeedLists);
  const cache = usePostCache();
  const key = requestQuery(state).toString();
  const preloaded = usePreloaded();
  const entry = useSyncExternalStore(
    lists.subscribe,
    () => lists.peek(key) ?? preloaded,
    () => preloaded,
  );
  const requested = state.page * feedPageSize;
  const dependencies = useFeedDependencies(entry);
  /** Loads the list up to `count` posts; false on failure, true also while others are loading. */
  const ensure = async (count: number) => {
    await lists.ensure(key, count, dependencies());
    return lists.peek(key)?.hasFailed === false;
  };

  /** Stores the payload's list, drops all lists if the new post is missing, and loads the rest. */
  const start = useEffectEvent(() => {
    if (preloaded.list) {
      cache.add(preloaded.list.posts);
      lists.seed(key, preloaded.list, Date.now());
      store.invalidate("feed");
    }
    const isMissing = newId !== undefined && !entry.list?.posts.some(({ id }) => id === newId);
    if (isMissing && entry.list) lists.clear();
    void ensure(requested).then(() => pinNew());
  });
  /** Pins the post that the address names as new, if the reader wrote it. */
  const pinNew = useEffectEvent(() => {
    const post = newId === undefined ? undefined : cache.find(newId);
    if (post && viewer && post.user?.id === viewer.id) lists.pin(key, post);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list or another length starts again.
  useEffect(() => start(), [key, requested, newId]);
  useTabReturn(() => void ensure(requested));
  useViewerChange(() => void lists.refresh(key, dependencies()));

  return {
    ...useRequestedPosts(entry, requested),
    entry,
    ensure,
    refresh: () => lists.refresh(key, dependencies()),
    showArrived: () => lists.showArrived(key, dependencies()),
    lists,
    key,
  };
}
