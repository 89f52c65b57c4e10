/** Changes without an answer, which the host may have carried out: sent once more, then read. */
import { Refusal } from "./refusal.ts";
import { type Change, type Credentials, getJson, pauseBefore, sendJson } from "./request.ts";

/**
 * Returns whether a request failed without an answer (status 0): the host may have carried it out.
 */
export function isUnanswered(error: unknown): boolean {
  return error instanceof Refusal && error.status === 0;
}

/**
 * Sends a change like `sendJson`, and once more after a failure without an answer. Only for changes
 * that end in the same state when they are repeated: PUT, DELETE, an undo, or one with a key.
 */
export async function sendRepeatable<Answer>(
  change: Change,
  credentials: Credentials,
): Promise<Answer> {
  try {
    return await sendJson<Answer>(change, credentials);
  } catch (error) {
    if (!isUnanswered(error)) throw error;
  }
  await pauseBefore(0);
  return sendJson<Answer>(change, credentials);
}

/**
 * Reads what the host has at `path` after a change without an answer, even if repeated; throws any
 * other error of the change again.
 */
export async function readAfter<Answer>(error: unknown, path: string): Promise<Answer> {
  if (!isUnanswered(error)) throw error;
  return getJson<Answer>(path);
}
