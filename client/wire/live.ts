/** Parses messages of the live connection; unknown ones are ignored. */
import type { LiveMessage } from "./types.generated.ts";

/** Every type that the host sends; a type of the contract that is missing here is a type error. */
const known: Readonly<Record<LiveMessage["type"], true>> = {
  postCreated: true,
  postChanged: true,
  postEdited: true,
  postRemoved: true,
  postRestored: true,
  commentAdded: true,
  commentEdited: true,
  commentRemoved: true,
  notificationsChanged: true,
  heartbeat: true,
};

/** Returns a message of the WebSocket; undefined for one that this version does not know. */
export function readMessage(data: unknown): LiveMessage | undefined {
  if (typeof data !== "string") return undefined;
  try {
    const message: unknown = JSON.parse(data);
    return isMessage(message) ? message : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns whether a value is a message of a known type; later versions of the host may add types.
 */
function isMessage(value: unknown): value is LiveMessage {
  if (typeof value !== "object" || value === null || !("type" in value)) return false;
  return typeof value.type === "string" && Object.hasOwn(known, value.type);
}
