/** Hook for the session; its code is fetched on first use. */
import { usePage } from "../../page/PageContext.ts";
import type { Session } from "./Session.ts";

export type OpenSession = () => Promise<Session>;

const nobody: OpenSession = () => Promise.reject(new Error("there is no session on the server"));

export function useSession(): OpenSession {
  return usePage().openSession ?? nobody;
}
