/** Access to the session for code that every page includes; the session itself is fetched on first use. */
import { usePage } from "../../page/PageContext.ts";
import type { Session } from "./Session.ts";

export type OpenSession = () => Promise<Session>;

const noSession: OpenSession = () => Promise.reject(new Error("there is no session on the server"));

/** Returns a function that opens the session of this tab; on the worker it rejects. */
export function useSession(): OpenSession {
  return usePage().openSession ?? noSession;
}

/** Storage key of the session marker. */
export const markerKey = "sb-auth-token";
