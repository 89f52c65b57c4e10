/** Requests that change the member's sessions. */
import { type Credentials, sendJson } from "../../wire/request.ts";
import type { SessionView } from "../../wire/types.generated.ts";

export function refreshSession(credentials: Credentials): Promise<SessionView> {
  return sendJson({ method: "POST", path: "/api/session/refresh" }, credentials);
}

/** Signs out: ends the session of this browser. */
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

export function endEverySession(credentials: Credentials): Promise<void> {
  return sendJson({ method: "DELETE", path: "/api/sessions" }, credentials);
}
