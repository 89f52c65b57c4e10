/** Subscribes a page with posts to live events; without a connection everything else works. */
import { useEffect, useEffectEvent } from "react";
import { usePage } from "../../page/PageContext.ts";
import type { LiveMessage } from "../../wire/types.generated.ts";
import { usePostCache } from "../usePosts.ts";

export interface Listener {
  readonly onEvent: (event: LiveMessage) => void;
  /** Called when the connection is open again, or the tab shown again: events were missed. */
  readonly onReconnect?: () => void;
}

/**
 * Calls `onEvent` on live events, and `onReconnect` when events were missed because the connection
 * was broken or the tab in the background, while the component is shown.
 */
export function useLive({ onEvent, onReconnect }: Listener): void {
  const { store, viewer } = usePage();
  const ownId = viewer?.id;
  const cache = usePostCache();
  const handle = useEffectEvent(onEvent);
  const reconnect = useEffectEvent(() => onReconnect?.());
  useEffect(() => {
    const stop = new AbortController();
    /** Loads the code of the connection and begins to listen. */
    const listen = async () => {
      const { Live } = await import("./Live.ts");
      if (stop.signal.aborted) return;
      const listener = {
        onEvent: (event: LiveMessage) => handle(event),
        onReconnect: () => reconnect(),
        ownId,
      };
      stop.signal.addEventListener("abort", store.singleton(Live).listen(cache, listener));
    };
    // The connection is optional: without its code the page works as before.
    listen().catch(() => undefined);
    return () => stop.abort();
  }, [store, cache, ownId]);
}
