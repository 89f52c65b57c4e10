/** Fake host with replies set by a test; records its requests. */
import { vi } from "vitest";

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly csrf: string | null;
  readonly memberId: string | null;
  readonly body: unknown;
}

/** An answer, or an error that stands for a network that is gone. */
export type Reply = { readonly status?: number; readonly body?: unknown } | Error;
export type Replies = Record<string, Reply | (() => Reply)>;

export const gone = new TypeError("the network is gone");

export function refuse(status: number, code: string, params = {}): Reply {
  return { status, body: { type: `/problems/${code}`, title: "", status, code, params } };
}

/** Keys are "METHOD /path"; what is not told is 404. The replies may be changed while a test runs. */
export function fakeHost(replies: Replies) {
  const asked: Asked[] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
    const method = init.method ?? "GET";
    const body = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
    const headers = new Headers(init.headers);
    const [csrf, memberId] = [headers.get("X-CSRF-Token"), headers.get("X-Member-Id")];
    asked.push({ method, path, csrf, memberId, body });
    const told = replies[`${method} ${path}`] ?? refuse(404, "not-found");
    const reply = typeof told === "function" ? told() : told;
    if (reply instanceof Error) throw reply;
    const { status = 200, body: answer } = reply;
    return new Response(status === 204 ? null : JSON.stringify(answer), { status });
  });
  const count = (line: string) =>
    asked.filter(({ method, path }) => `${method} ${path}` === line).length;
  return { asked, replies, count };
}
