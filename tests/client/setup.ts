/** Fails tests whose lists have equal keys, opens dialogs in jsdom, and leaves the document of a file to the next one. */
import { afterAll, afterEach, beforeEach, expect, vi } from "vitest";
import { shareDocument } from "./sharedDocument.ts";

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

const clean = typeof document === "undefined" ? undefined : shareDocument();

// What arrives after the end finds no runner to ask for the rest.
afterAll(async () => {
  await vi.dynamicImportSettled();
  await clean?.();
});
