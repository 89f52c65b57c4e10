/** Cache of the current member: fresh for five minutes, dropped after ten. */
import { describe, expect, test, vi } from "vitest";
import { CurrentMemberCache } from "../../../../client/accounts/sessions/currentMember.ts";
import type { SessionView } from "../../../../client/wire/types.generated.ts";
import { alex, hana, viewOf } from "./member.ts";

const minute = 60_000;

function cache(load: () => Promise<SessionView>) {
  const clock = { now: 0 };
  const wait = vi.fn(async () => undefined);
  return { clock, wait, cache: new CurrentMemberCache({ load, now: () => clock.now, wait }) };
}

describe("current member cache", () => {
  test("is fresh for five minutes", async () => {
    const { clock, cache: kept } = cache(async () => viewOf(hana));
    expect(kept.isFresh()).toBe(false);
    await kept.load();

    clock.now = 5 * minute - 1;
    expect(kept.isFresh()).toBe(true);
    clock.now = 5 * minute;
    expect(kept.isFresh()).toBe(false);
  });

  test("drops its entry after ten minutes", async () => {
    const { clock, cache: kept } = cache(async () => viewOf(hana));
    await kept.load();

    clock.now = 10 * minute - 1;
    expect(kept.peek()?.member).toBe(hana);
    clock.now = 10 * minute;
    expect(kept.peek()).toBeUndefined();
  });

  test("is empty after clear", async () => {
    const { cache: kept } = cache(async () => viewOf(hana));
    await kept.load();

    kept.clear();

    expect(kept.peek()).toBeUndefined();
  });
});

describe("current member request", () => {
  test("is retried once after a failure", async () => {
    const load = vi.fn<() => Promise<SessionView>>().mockRejectedValueOnce("no");
    load.mockResolvedValue(viewOf(alex));
    const { cache: kept, wait } = cache(load);

    await expect(kept.load()).resolves.toEqual(viewOf(alex));
    expect(wait).toHaveBeenCalledOnce();
  });

  test("returns null after two failures and keeps the cached member", async () => {
    const load = vi.fn<() => Promise<SessionView>>().mockResolvedValueOnce(viewOf(hana));
    load.mockRejectedValue("no");
    const { cache: kept } = cache(load);
    await kept.load();

    await expect(kept.load()).resolves.toBeNull();
    expect(load).toHaveBeenCalledTimes(3);
    expect(kept.peek()?.member).toBe(hana);
  });

  test("is shared by concurrent calls", async () => {
    const load = vi.fn(async () => viewOf(hana));
    const { cache: kept } = cache(load);

    await Promise.all([kept.load(), kept.load(), kept.load()]);

    expect(load).toHaveBeenCalledOnce();
  });
});
