// @vitest-environment jsdom
/** The choice of records for a comparison. */
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  readChoice,
  storeChoice,
  toggleRecord,
} from "../../../../client/cultivars/choice/choice.ts";

afterEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
});

describe("a press on a record", () => {
  test.each([
    [[], "a", { ids: ["a"], change: "added" }],
    [["a"], "b", { ids: ["a", "b"], change: "added" }],
    [["a", "b"], "a", { ids: ["b"], change: "removed" }],
    [["a", "b", "c", "d"], "e", { ids: ["a", "b", "c", "d"], change: "full" }],
    [["a", "b", "c", "d"], "d", { ids: ["a", "b", "c"], change: "removed" }],
  ])("of %j on %s", (ids, id, expected) => {
    expect(toggleRecord(ids, id)).toEqual(expected);
  });
});

test("is kept in the tab's storage in its order, and removed when empty", () => {
  expect(storeChoice(["seimei", "saemidori"])).toBe(true);
  expect(readChoice()).toEqual(["seimei", "saemidori"]);

  storeChoice([]);
  expect(sessionStorage.length).toBe(0);
});

test("reports when it could not be stored", () => {
  const forbidden = () => {
    throw new DOMException("", "SecurityError");
  };
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(forbidden);
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(forbidden);

  expect(storeChoice(["seimei"])).toBe(false);
  expect(readChoice()).toEqual([]);
});
