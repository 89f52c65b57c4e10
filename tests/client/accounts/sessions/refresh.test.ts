/** Refresh schedule of a session, and its retries. */
import { describe, expect, test, vi } from "vitest";
import { isDue, retryUntilTick, ticksLeft } from "../../../../client/accounts/sessions/refresh.ts";

const now = Date.parse("2026-11-21T04:00:00Z");
const inSeconds = (seconds: number) => new Date(now + seconds * 1000).toISOString();

describe("refresh schedule", () => {
  test("counts whole 30-second ticks until expiry", () => {
    expect(ticksLeft(inSeconds(3600), now)).toBe(120);
    expect(ticksLeft(inSeconds(119), now)).toBe(3);
    expect(ticksLeft(inSeconds(-1), now)).toBe(-1);
  });

  test.each([
    [120, false],
    [119, true],
    [90, true],
    [0, true],
    [-7200, true],
  ])("with %i seconds left a refresh is due: %s", (seconds, due) => {
    expect(isDue(inSeconds(seconds), now)).toBe(due);
  });
});

/** Returns a fake clock that only `wait` advances, and records the waits. */
function fakeClock(isRetryable = true) {
  const waits: number[] = [];
  let time = 0;
  return {
    waits,
    isRetryable: () => isRetryable,
    now: () => time,
    wait: async (ms: number) => {
      waits.push(ms);
      time += ms;
    },
  };
}

describe("refresh retry", () => {
  test("backoff starts at 200 ms and doubles", async () => {
    const patient = fakeClock();
    const attempt = vi.fn<() => Promise<string>>().mockRejectedValueOnce(1);
    attempt.mockRejectedValueOnce(2).mockRejectedValueOnce(3).mockResolvedValue("done");

    await expect(retryUntilTick(attempt, patient)).resolves.toBe("done");

    expect(patient.waits).toEqual([200, 400, 800]);
  });

  test("stops within 30 seconds, before the next tick", async () => {
    const patient = fakeClock();

    await expect(retryUntilTick(() => Promise.reject("no"), patient)).rejects.toBe("no");

    expect(patient.now()).toBeLessThan(30_000);
    expect(patient.waits.at(-1)).toBe(12_800);
  });

  test("does not repeat an error that is not retryable", async () => {
    const patient = fakeClock(false);

    await expect(retryUntilTick(() => Promise.reject("401"), patient)).rejects.toBe("401");

    expect(patient.waits).toEqual([]);
  });
});
