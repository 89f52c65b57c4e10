/** Setup of each test file: fails tests with duplicate React keys, adds dialog methods to jsdom, and resets the document after the file. */
import { afterAll, afterEach, beforeEach, expect, vi } from "vitest";
import { shareDocument } from "./sharedDocument.ts";

// jsdom has HTMLDialogElement without these methods.
if (typeof HTMLDialogElement !== "undefined") {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
}

const originalError = console.error;
let duplicateKeys: unknown[] = [];

beforeEach(() => {
  duplicateKeys = [];
  console.error = (...values: unknown[]) => {
    if (String(values[0]).includes("with the same key")) duplicateKeys.push(values[1]);
    originalError(...values);
  };
});

afterEach(() => {
  console.error = originalError;
  expect(duplicateKeys).toEqual([]);
});

const resetDocument = typeof document === "undefined" ? undefined : shareDocument();

// A dynamic import that settles after the end of the file could not load its own imports.
afterAll(async () => {
  await vi.dynamicImportSettled();
  await resetDocument?.();
});
