/** Idempotency keys of requests: UUIDs, also on a site without TLS. */
import { afterEach, expect, test, vi } from "vitest";
import { newKey } from "../../../client/wire/newKey.ts";

afterEach(() => vi.unstubAllGlobals());

test("keys are different random UUIDs", () => {
  const keys = Array.from({ length: 1000 }, newKey);

  const form = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/;
  expect(keys.filter((key) => !form.test(key))).toEqual([]);
  expect(new Set(keys).size).toBe(1000);
});

test("a key is made without crypto.randomUUID", () => {
  const { crypto: original } = globalThis;
  vi.stubGlobal("crypto", { getRandomValues: original.getRandomValues.bind(original) });

  expect(newKey()).toHaveLength(36);
});
