/** Keeps the post of a page current, also after a time without live events. */
import { usePostCache } from "../usePosts.ts";
import { useLive } from "./useLive.ts";

/**
 * Reads the post again when live events were missed: it may have been edited, removed or restored.
 * A failure is ignored.
 */
export function useLivePost(id: number): void {
  const cache = usePostCache();
  /** Stores the post as the host has it now, or marks it as removed. */
  const reload = async () => {
    const { loadPost } = await import("../queries.ts");
    const post = await loadPost(id);
    if (post === null || post === "removed") return cache.fade([id]);
    cache.update([post]);
    if (cache.visibility(id) === "faded") cache.restore(id);
  };
  // The next event or visit tries again.
  useLive({ onEvent: () => undefined, onReconnect: () => void reload().catch(() => undefined) });
}
