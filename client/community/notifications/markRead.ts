/** Marks notifications as read; the host then informs all open pages of the member. */
import type { OpenSession } from "../../accounts/sessions/useSession.ts";
import { sendJson } from "../../wire/request.ts";

export const markPostRead = (open: OpenSession, id: number | string) =>
  send(open, `/api/notifications/read/${id}`);

export const markAllRead = (open: OpenSession) => send(open, "/api/notifications/read");

/** Sends a change without a body. */
async function send(open: OpenSession, path: string): Promise<void> {
  const session = await open();
  await session.change((credentials) => sendJson<void>({ method: "PUT", path }, credentials));
}
