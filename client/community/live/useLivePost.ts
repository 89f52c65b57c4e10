/** Keeps the post of a page current, also after a time without live events. */
import { usePage } from "../../page/PageContext.ts";
import { usePostCache } from "../usePosts.ts";
import { useLive } from "./useLive.ts";

/**
 * Reads the post again when live events were missed: it may have been edited, removed or restored.
 * A failure is ignored.
 */
export function useLivePost(id: number): void {
  const { store } = usePage();
  const cache = usePostCache();
  /** Stores the post as the host has it now, or marks it as removed. */
  const reload = async () => {
    const { Live } = await import("./Live.ts");
    await store.singleton(Live).reload(cache, id);
  };
  // The next event or visit tries again.
  useLive({ onEvent: () => undefined, onReconnect: () => void reload().catch(() => undefined) });
}
