/** The current version of posts: changes of this reader and of others reach every copy. */
import { useEffect, useSyncExternalStore } from "react";
import { type PostVisibility, PostCache } from "../page/cache/posts.ts";
import { usePage } from "../page/PageContext.ts";
import type { PostView } from "../wire/types.generated.ts";

/** Returns the tab's store of posts. */
export function usePostCache(): PostCache {
  return usePage().store.singleton(PostCache);
}

/** Returns the newest known version of a post: likes and counts change while the page is open. */
export function usePost(post: PostView): PostView {
  const cache = usePostCache();
  useEffect(() => cache.add([post]), [cache, post]);
  return useSyncExternalStore(
    cache.subscribe,
    () => cache.latest(post),
    () => post,
  );
}

/** Returns whether a post is shown, hidden or marked as removed (`faded`), also after changes. */
export function usePostVisibility(post: PostView): PostVisibility {
  const cache = usePostCache();
  return useSyncExternalStore(
    cache.subscribe,
    () => cache.visibility(post.id),
    () => "here",
  );
}

/** Returns the posts of a list without those that the reader has deleted, also after changes. */
export function usePosts(posts: readonly PostView[]): readonly PostView[] {
  const cache = usePostCache();
  useSyncExternalStore(cache.subscribe, cache.version, () => 0);
  useEffect(() => cache.add(posts), [cache, posts]);
  return posts.filter(({ id }) => cache.visibility(id) !== "hidden");
}
