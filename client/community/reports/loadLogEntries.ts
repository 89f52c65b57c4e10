/** Request for the complete log of moderation. */
import { Refusal } from "../../wire/refusal.ts";
import { getJson } from "../../wire/request.ts";
import type { LogPage, SessionView } from "../../wire/types.generated.ts";

/**
 * Loads entries of the moderation log, filtered by the query of the address; null for a reader
 * without a role. Only a moderator's browser requests them, because a browser reports each refused
 * request in its console.
 */
export async function loadLogEntries(search: string): Promise<LogPage | null> {
  const { member } = await getJson<SessionView>("/api/session");
  if (!member?.role) return null;
  try {
    return await getJson<LogPage>(`/api/moderation/entries${search}`);
  } catch (error) {
    if (error instanceof Refusal && [401, 403].includes(error.status)) return null;
    throw error;
  }
}
