/** Fails a test whose lists have equal keys, and waits at the end of a file for lazy modules. */
import { afterAll, afterEach, beforeEach, expect, vi } from "vitest";

const original = console.error;
let equalKeys: unknown[] = [];

beforeEach(() => {
  equalKeys = [];
  console.error = (...said: unknown[]) => {
    if (String(said[0]).includes("with the same key")) equalKeys.push(said[1]);
    original(...said);
  };
});

afterEach(() => {
  console.error = original;
  expect(equalKeys).toEqual([]);
});

// What arrives after the end finds no document, or no runner to ask for the rest.
afterAll(() => vi.dynamicImportSettled());
