/** Waits at the end of a test file until lazy modules are loaded. */
import { afterAll, vi } from "vitest";

// What arrives after the end finds no document, or no runner to ask for the rest.
afterAll(() => vi.dynamicImportSettled());
