/** Requests about the session and the current member. */
import { profileRetryMs } from "../../contracts/limits.generated.ts";
import { findJson, getJson } from "../../wire/request.ts";
import type { CurrentMember, SessionEntry, SessionView } from "../../wire/types.generated.ts";

/** Requests the session without retries: the caller repeats the request once after a second. */
export function fetchSession(): Promise<SessionView> {
  return getJson("/api/session", 0);
}

/** Requests all sessions of the account. */
export function fetchSessions(): Promise<readonly SessionEntry[]> {
  return getJson("/api/sessions");
}

/**
 * Requests the own profile; a missing one (404) is requested once more after a second, because that
 * of a new member may not exist yet. Null if it is still missing.
 */
export async function fetchProfile(
  wait: (ms: number) => Promise<void>,
): Promise<CurrentMember | null> {
  const find = () => findJson<CurrentMember>("/api/profiles/me");
  const found = await find();
  if (found) return found;
  await wait(profileRetryMs);
  return find();
}
