/** Updates an open thread by events of other members. */
import { usePage } from "../../page/PageContext.ts";
import type { LiveMessage } from "../../wire/types.generated.ts";
import { useLive } from "../live/useLive.ts";
import { Threads } from "./Threads.ts";
import { gone } from "./thread.ts";

export function useLiveThread(postId: number, ask: () => Promise<void>): void {
  const threads = usePage().store.only(Threads);
  const hear = (event: LiveMessage) => {
    if (event.type === "commentAdded" && event.post_id === postId) void ask();
    if (event.type === "commentRemoved" && event.post_id === postId)
      threads.change(postId, (thread) => gone(thread, event.id));
  };
  useLive({ onEvent: hear, onBack: () => void ask() });
}
