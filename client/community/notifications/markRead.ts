/** Marks notifications as read; the host then informs all open pages of the member. */
import type { OpenSession } from "../../accounts/sessions/useSession.ts";
import { sendJson } from "../../wire/request.ts";

/** Marks the member's notifications about a post as read. */
export const markPostRead = (open: OpenSession, id: number | string) =>
  send(open, `/api/notifications/read/${id}`);

/**
 * Marks the member's notifications of a group as read: those without a post that lead to the same
 * page.
 */
export const markGroupRead = (open: OpenSession, group: string) =>
  send(open, `/api/notifications/read/groups/${encodeURIComponent(group)}`);

/** Marks the notifications of the member as read that came until a time in ISO format. */
export const markReadUntil = (open: OpenSession, until: string) =>
  send(open, `/api/notifications/read?${new URLSearchParams({ until })}`);

/** Sends a PUT request without a body. */
async function send(open: OpenSession, path: string): Promise<void> {
  const session = await open();
  await session.change((credentials) => sendJson<void>({ method: "PUT", path }, credentials));
}
