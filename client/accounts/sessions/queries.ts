/** Requests about the session and the current member. */
import { profileRetryMs } from "../../contracts/limits.generated.ts";
import { findJson, getJson } from "../../wire/request.ts";
import type { CurrentMember, SessionEntry, SessionView } from "../../wire/types.generated.ts";

/** Fetches the session; the caller repeats it once after a second. */
export function fetchSession(): Promise<SessionView> {
  return getJson("/api/session", 0);
}

export function fetchSessions(): Promise<readonly SessionEntry[]> {
  return getJson("/api/sessions");
}

/** Fetches the profile; a missing one (PGRST116) is requested once more, silently. */
export async function fetchProfile(
  wait: (ms: number) => Promise<void>,
): Promise<CurrentMember | null> {
  const find = () => findJson<CurrentMember>("/api/profiles/me");
  const found = await find();
  if (found) return found;
  await wait(profileRetryMs);
  return find();
}
