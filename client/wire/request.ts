/** The one door to the host: same origin, JSON, and a refusal instead of a status. */
import { Refusal } from "./refusal.ts";

export interface Change {
  readonly method: "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Reads JSON from the host; throws a `Refusal` with the host's code, or "app.networkError" without an answer. */
export async function getJson<Answer>(path: string): Promise<Answer> {
  const response = await ask(path, { headers: { Accept: "application/json" } });
  const answer: Answer = await response.json();
  return answer;
}

/** Reads what may not exist: null where the host knows of no such thing. */
export async function findJson<Answer>(path: string): Promise<Answer | null> {
  try {
    return await getJson<Answer>(path);
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return null;
    throw error;
  }
}

/** Asks the host to change something. The token shows that one of our own pages asks. */
export async function sendJson<Answer>(change: Change, csrf: string): Promise<Answer> {
  const { method, path, body } = change;
  const headers = { ...change.headers, Accept: "application/json", "X-CSRF-Token": csrf };
  const response = await ask(
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

async function ask(path: string, init: RequestInit): Promise<Response> {
  const response = await fetch(path, init).catch(() => {
    throw new Refusal("app.networkError", 0);
  });
  if (!response.ok) throw await Refusal.from(response);
  return response;
}
