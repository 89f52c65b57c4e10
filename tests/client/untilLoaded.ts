/** A file of tests ends once everything has arrived that its pages load late. */
import { afterAll, vi } from "vitest";

// What arrives after the end finds no document, or no runner to ask for the rest.
afterAll(() => vi.dynamicImportSettled());
