/** Fails tests whose lists have equal keys, opens dialogs in jsdom, and waits for lazy modules and timers at a file's end. */
import { afterAll, afterEach, beforeEach, expect, vi } from "vitest";

// jsdom has the element of dialogs but not its methods.
if (typeof HTMLDialogElement !== "undefined") {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
}

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

// What arrives after the end finds no document, or no runner to ask for the rest; the check of the
// focus comes 50 ms after the last change of a page.
afterAll(async () => {
  await vi.dynamicImportSettled();
  if (typeof document !== "undefined") await new Promise((resolve) => setTimeout(resolve, 60));
});
