/** Requests to the host: same origin, JSON, `Refusal` on failure. */
import { queryRetries, queryRetryMs } from "../contracts/limits.generated.ts";
import { Refusal } from "./refusal.ts";

export interface Change {
  readonly method: "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Returns whether a request without an answer, or with a failure of the host or a gateway, may be
 * repeated; with 503 the host asks clients to come back later.
 */
const isTemporary = (error: unknown) =>
  error instanceof Refusal && (error.status === 0 || (error.status >= 500 && error.status !== 503));

/**
 * Waits before a retry, counted from 0; the time doubles with each, with jitter, so that tabs do
 * not retry at the same moment.
 */
export function pauseBefore(retry: number): Promise<void> {
  const ms = queryRetryMs * 2 ** retry * (0.5 + Math.random() / 2);
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * Reads JSON from the host; throws a `Refusal` with the host's code, or "app.networkError" without
 * an answer. Repeats up to `retries` times without an answer and after 5xx other than 503, because
 * a read changes nothing.
 */
export async function getJson<Answer>(path: string, retries = queryRetries): Promise<Answer> {
  for (let retry = 0; ; retry += 1) {
    try {
      const response = await send(path, { headers: { Accept: "application/json" } });
      const answer: Answer = await response.json();
      return answer;
    } catch (error) {
      if (!isTemporary(error) || retry === retries) throw error;
    }
    await pauseBefore(retry);
  }
}

/** Reads JSON from the host; null for a 404. */
export async function findJson<Answer>(path: string): Promise<Answer | null> {
  try {
    return await getJson<Answer>(path);
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return null;
    throw error;
  }
}

/** The proof that a change comes from our own page, and the member for whom that page was opened. */
export interface Credentials {
  readonly csrf: string;
  readonly memberId: string;
}

/**
 * Returns the headers of every change: CSRF token and member. The host refuses the change when
 * another member is signed in now.
 */
export function headersOf({ csrf, memberId }: Credentials): Readonly<Record<string, string>> {
  return { Accept: "application/json", "X-CSRF-Token": csrf, "X-Member-Id": memberId };
}

/**
 * Sends a change as JSON and returns the answer, undefined for 204; throws a `Refusal` with the
 * host's code.
 */
export async function sendJson<Answer>(change: Change, credentials: Credentials): Promise<Answer> {
  const { method, path, body } = change;
  const headers = { ...change.headers, ...headersOf(credentials) };
  const response = await send(
    path,
    body === undefined
      ? { method, headers }
      : {
          method,
          headers: { ...headers, "Content-Type": "application/json" },
          body: JSON.stringify(body),
        },
  );
  const answer: Answer = response.status === 204 ? undefined : await response.json();
  return answer;
}

/**
 * Sends a request and returns its response; throws a `Refusal` without a connection or for an error
 * status.
 */
async function send(path: string, init: RequestInit): Promise<Response> {
  const response = await fetch(path, init).catch(() => {
    throw new Refusal("app.networkError", 0);
  });
  if (!response.ok) throw await Refusal.from(response);
  return response;
}
