/**
 * What this browser stores of a session, none of it secret: the marker with member, expiry and newest event, and the
 * cookie of a sign-out.
 */
import { sessionMostDays } from "../../contracts/limits.generated.ts";
import { isSessionEvent, type SessionEvent } from "./events.ts";
import { markerKey } from "./useSession.ts";

export interface Marker {
  readonly member_id: string;
  /** The expiry, as the host writes it. */
  readonly expires_at: string;
  readonly event: SessionEvent;
  /** Makes two events of one kind different, so that other tabs notice the second. */
  readonly changed_at: number;
}

/** Returns the marker in a stored text; null if it is invalid, since the reader can edit it. */
export function parseMarker(text: string | null): Marker | null {
  try {
    const found: unknown = JSON.parse(text ?? "null");
    return isMarker(found) ? found : null;
  } catch {
    return null;
  }
}

/** Returns whether a stored value has the fields of a marker. */
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

/**
 * Returns the marker of this browser; null without one or without storage, so that this tab works
 * alone.
 */
export function readMarker(): Marker | null {
  try {
    return parseMarker(localStorage.getItem(markerKey));
  } catch {
    return null;
  }
}

/**
 * Stores the marker, which informs other tabs of the member and the newest event; it holds no
 * token.
 */
export function writeMarker(marker: Marker): void {
  try {
    localStorage.setItem(markerKey, JSON.stringify(marker));
  } catch {
    // See readMarker.
  }
}

/** Removes the marker, if storage is available. */
export function removeMarker(): void {
  try {
    localStorage.removeItem(markerKey);
  } catch {
    // See readMarker.
  }
}

/** Returns whether the page was loaded over https. */
const isHttps = () => location.protocol === "https:";
/** Returns the cookie's name; over https browsers accept its prefix from this host only. */
const signOutCookie = () => (isHttps() ? "__Host-signed-out" : "signed-out");
const secondsADay = 86_400;

/**
 * Sets the cookie by which the host ends the member's session with the next request; the host then
 * removes the cookie.
 */
export function rememberSignOut(memberId: string): void {
  const lifetime = `Max-Age=${sessionMostDays * secondsADay}`;
  const secure = isHttps() ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: older supported browsers have no cookie store.
  document.cookie = `${signOutCookie()}=${memberId}; Path=/; ${lifetime}; SameSite=Lax${secure}`;
}

/** Returns whether the member signed out and the host has not removed the cookie of that yet. */
export function isSignOutRemembered(memberId: string): boolean {
  return document.cookie.split("; ").includes(`${signOutCookie()}=${memberId}`);
}
