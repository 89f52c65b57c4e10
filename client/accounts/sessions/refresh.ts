/** When to refresh a session, and how often to retry. */
import { refreshRetryMs, refreshTickMs, refreshTicks } from "../../contracts/limits.generated.ts";

/** Returns the number of whole timer ticks until the session expires. */
export function ticksLeft(expiresAt: string, now: number): number {
  return Math.floor((Date.parse(expiresAt) - now) / refreshTickMs);
}

/**
 * Returns whether the session expires so soon, within `refreshTicks` whole ticks, that it is to be
 * refreshed now.
 */
export function isDue(expiresAt: string, now: number): boolean {
  return ticksLeft(expiresAt, now) <= refreshTicks;
}

export interface RetryTiming {
  readonly isRetryable: (error: unknown) => boolean;
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
}

/**
 * Calls `attempt` until it succeeds, with pauses of 200 ms, 400 ms, 800 ms and so on, for less than
 * one tick; throws the last error, or at once one that no retry can mend.
 */
export async function retryUntilTick<Result>(
  attempt: () => Promise<Result>,
  { isRetryable, now, wait }: RetryTiming,
): Promise<Result> {
  const start = now();
  for (let pause = refreshRetryMs; ; pause *= 2) {
    try {
      return await attempt();
    } catch (error) {
      const isTooLate = now() + pause - start >= refreshTickMs;
      if (isTooLate || !isRetryable(error)) throw error;
    }
    await wait(pause);
  }
}

/** Resolves after `ms` milliseconds. */
export function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
