/** The session's marker in the browser's storage: who, until when, and what happened last. It holds no secret. */
import { isSessionEvent, type SessionEvent } from "./events.ts";
import { markerKey } from "./markerKey.ts";

export interface Marker {
  readonly member_id: string;
  /** The instant, as the host writes it. */
  readonly expires_at: string;
  readonly event: SessionEvent;
  /** Two events of one kind must differ, or other tabs would not hear of the second. */
  readonly changed_at: number;
}

/** Anything may stand in a storage that the reader can edit. */
export function parseMarker(text: string | null): Marker | null {
  try {
    const found: unknown = JSON.parse(text ?? "null");
    return isMarker(found) ? found : null;
  } catch {
    return null;
  }
}

function isMarker(value: unknown): value is Marker {
  if (typeof value !== "object" || value === null) return false;
  return (
    "member_id" in value &&
    typeof value.member_id === "string" &&
    "expires_at" in value &&
    typeof value.expires_at === "string" &&
    !Number.isNaN(Date.parse(value.expires_at)) &&
    "event" in value &&
    isSessionEvent(value.event) &&
    "changed_at" in value &&
    typeof value.changed_at === "number"
  );
}

/** Storage can be forbidden: then this tab works alone, and other tabs learn nothing. */
export function readMarker(): Marker | null {
  try {
    return parseMarker(localStorage.getItem(markerKey));
  } catch {
    return null;
  }
}

export function writeMarker(marker: Marker): void {
  try {
    localStorage.setItem(markerKey, JSON.stringify(marker));
  } catch {
    // See readMarker.
  }
}

export function removeMarker(): void {
  try {
    localStorage.removeItem(markerKey);
  } catch {
    // See readMarker.
  }
}
