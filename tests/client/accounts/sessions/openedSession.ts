/** Session of a tab with a fake clock and a fake host. */
import { afterEach, beforeEach, vi } from "vitest";
import { setCookie } from "../../browser.ts";
import { Session } from "../../../../client/accounts/sessions/Session.ts";
import { fakeHost, type Replies } from "./fakeHost.ts";
import { hana, viewOf } from "./member.ts";

const start = Date.parse("2026-11-21T04:00:00Z");
export const inMinutes = (minutes: number) => new Date(start + minutes * 60_000).toISOString();
/** Returns the marker that a tab stores for other tabs after a sign-in. */
export const markerOf = (id: string, expiresAt: string) =>
  ({ member_id: id, expires_at: expiresAt, event: "SIGNED_IN", changed_at: 1 }) as const;

const opened: Session[] = [];

/** Fakes the clock for each test of a file, and closes the sessions that the test opened. */
export function withFakeClock(): void {
  beforeEach(() => {
    vi.useFakeTimers({ now: start });
    localStorage.clear();
    setCookie("signed-out=; Path=/; Max-Age=0");
  });
  afterEach(() => {
    for (const session of opened.splice(0)) session.close();
    vi.useRealTimers();
  });
}

/** Opens a session; `memberId`: the member for whom the page was rendered, null for a visitor. */
export function open(replies: Replies, memberId: string | null = hana.id) {
  const host = fakeHost({ "GET /api/session": { body: viewOf(hana, inMinutes(60)) }, ...replies });
  const callbacks = { onMember: vi.fn(), onLanguage: vi.fn(), onSignedOut: vi.fn() };
  const session = new Session(callbacks, memberId ?? undefined).start();
  opened.push(session);
  return { session, ...callbacks, ...host };
}
