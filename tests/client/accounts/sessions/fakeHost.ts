/** Fake of the host behind `fetch`: sends the replies that a test sets, and records requests. */
import { vi } from "vitest";

interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly csrf: string | null;
  readonly memberId: string | null;
  readonly body: unknown;
}

/** Response of the fake host, or the error that `fetch` throws. */
export type Reply = { readonly status?: number; readonly body?: unknown } | Error;
export type Replies = Record<string, Reply | (() => Reply)>;

export const networkError = new TypeError("no network");

/** Returns the reply of a refusal, as problem details. */
export function refuse(status: number, code: string, params = {}): Reply {
  return { status, body: { type: `/problems/${code}`, title: "", status, code, params } };
}

/** Stubs `fetch`. Keys of `replies` are "METHOD /path"; other requests get a 404. A test may change `replies` while it runs. */
export function fakeHost(replies: Replies) {
  const requests: RecordedRequest[] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
    const method = init.method ?? "GET";
    const body = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
    const headers = new Headers(init.headers);
    const [csrf, memberId] = [headers.get("X-CSRF-Token"), headers.get("X-Member-Id")];
    requests.push({ method, path, csrf, memberId, body });
    const configured = replies[`${method} ${path}`] ?? refuse(404, "not-found");
    const reply = typeof configured === "function" ? configured() : configured;
    if (reply instanceof Error) throw reply;
    const { status = 200, body: content } = reply;
    return new Response(status === 204 ? null : JSON.stringify(content), { status });
  });
  const count = (key: string) =>
    requests.filter(({ method, path }) => `${method} ${path}` === key).length;
  return { requests, replies, count };
}
