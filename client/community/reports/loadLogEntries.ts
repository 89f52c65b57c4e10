/** Request for the complete log of moderation. */
import { Refusal } from "../../wire/refusal.ts";
import { getJson } from "../../wire/request.ts";
import type { LogPage } from "../../wire/types.generated.ts";

/**
 * Loads entries of the moderation log, filtered by the query of the address; null for a reader
 * without a role.
 */
export async function loadLogEntries(search: string): Promise<LogPage | null> {
  try {
    return await getJson<LogPage>(`/api/moderation/entries${search}`);
  } catch (error) {
    if (error instanceof Refusal && [401, 403].includes(error.status)) return null;
    throw error;
  }
}
