/** The one door to the host: same origin, JSON, and a refusal instead of a status. */
import { Refusal } from "./refusal.ts";

/** Reads JSON from the host; throws a `Refusal` with the host's code, or "app.networkError" without an answer. */
export async function getJson<Answer>(path: string): Promise<Answer> {
  const response = await fetch(path, { headers: { Accept: "application/json" } });
  if (!response.ok) throw await Refusal.from(response);
  const answer: Answer = await response.json();
  return answer;
}
