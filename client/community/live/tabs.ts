/** Sends a member's likes to their other tabs, with the result that the host responded. */
import type { LikeState } from "../../wire/types.generated.ts";

export interface LikeChange extends LikeState {
  readonly id: number;
}

const name = "likes";

/** Sends a like to the other tabs of this browser. */
export function publishToTabs(change: LikeChange): void {
  const channel = new BroadcastChannel(name);
  channel.postMessage(change);
  channel.close();
}

/** Calls `onChange` for likes of other tabs; returns a function that stops the calls. */
export function subscribeToTabs(onChange: (change: LikeChange) => void): () => void {
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }) => {
    if (isLikeChange(data)) onChange(data);
  };
  return () => channel.close();
}

/** Returns whether a message is a like; the other tab may run an older or newer build. */
function isLikeChange(data: unknown): data is LikeChange {
  if (typeof data !== "object" || data === null) return false;
  const { id, likes, isLiked }: Record<string, unknown> = { ...data };
  return Number.isInteger(id) && Number.isInteger(likes) && typeof isLiked === "boolean";
}
