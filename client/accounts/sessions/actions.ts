/** Requests that change the member's sessions. */
import { sendJson } from "../../wire/request.ts";
import type { SessionView } from "../../wire/types.generated.ts";

export function refreshSession(csrf: string): Promise<SessionView> {
  return sendJson({ method: "POST", path: "/api/session/refresh" }, csrf);
}

export function deleteSession(csrf: string): Promise<void> {
  return sendJson({ method: "DELETE", path: "/api/session" }, csrf);
}

export function endSession(id: string, csrf: string): Promise<void> {
  return sendJson({ method: "DELETE", path: `/api/sessions/${encodeURIComponent(id)}` }, csrf);
}

export function endEverySession(csrf: string): Promise<void> {
  return sendJson({ method: "DELETE", path: "/api/sessions" }, csrf);
}
