/** Requests that change the member's sessions. */
import { type Credentials, sendJson } from "../../wire/request.ts";
import type { SessionView } from "../../wire/types.generated.ts";

/** Refreshes the session of this browser and returns it. */
export function refreshSession(credentials: Credentials): Promise<SessionView> {
  return sendJson({ method: "POST", path: "/api/session/refresh" }, credentials);
}

/** Ends the session of this browser. */
export function deleteSession(credentials: Credentials): Promise<void> {
  return sendJson({ method: "DELETE", path: "/api/session" }, credentials);
}

/** Ends another session of the account. */
export function endSession(id: string, credentials: Credentials): Promise<void> {
  return sendJson(
    { method: "DELETE", path: `/api/sessions/${encodeURIComponent(id)}` },
    credentials,
  );
}

/** Ends all sessions of the account. */
export function endEverySession(credentials: Credentials): Promise<void> {
  return sendJson({ method: "DELETE", path: "/api/sessions" }, credentials);
}
