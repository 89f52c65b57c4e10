/** Marks notifications as read; the host then informs all open pages of the member. */
import type { OpenSession } from "../../accounts/sessions/useSession.ts";
import { sendJson } from "../../wire/request.ts";

/** Marks the member's notifications about a post as read. */
export const markPostRead = (open: OpenSession, id: number | string) =>
  send(open, `/api/notifications/read/${id}`);

/** Marks all notifications of the member as read. */
export const markAllRead = (open: OpenSession) => send(open, "/api/notifications/read");

/** Sends a PUT request without a body. */
async function send(open: OpenSession, path: string): Promise<void> {
  const session = await open();
  await session.change((credentials) => sendJson<void>({ method: "PUT", path }, credentials));
}
