/** What the browser asks the host about sessions and the member who is signed in. */
import { profileRetryMs } from "../../contracts/limits.ts";
import { findJson, getJson } from "../../wire/request.ts";
import type { CurrentMember, SessionEntry, SessionView } from "../../wire/types.generated.ts";

/** Who asks for it asks again once, a second later. */
export function fetchSession(): Promise<SessionView> {
  return getJson("/api/session", 0);
}

export function fetchSessions(): Promise<readonly SessionEntry[]> {
  return getJson("/api/sessions");
}

/** A profile that is not there yet (PGRST116) is asked for once more, silently; then there is none. */
export async function fetchProfile(
  wait: (ms: number) => Promise<void>,
): Promise<CurrentMember | null> {
  const find = () => findJson<CurrentMember>("/api/profiles/me");
  const found = await find();
  if (found) return found;
  await wait(profileRetryMs);
  return find();
}
