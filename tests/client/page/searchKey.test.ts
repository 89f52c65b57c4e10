// @vitest-environment jsdom
/** Setting that turns off the keyboard shortcut of the search. */
import { afterEach, expect, test } from "vitest";
import { isSearchKeyOn, setSearchKey } from "../../../client/page/searchKey.ts";
import { forbidStorage } from "../browser.ts";

afterEach(() => setSearchKey(true));

test("search key is turned off for this browser and on again", () => {
  expect([setSearchKey(false), isSearchKeyOn(), localStorage.length]).toEqual([false, false, 1]);
  expect([setSearchKey(true), isSearchKeyOn(), localStorage.length]).toEqual([true, true, 0]);
});

test("search key stays on when storage is forbidden", () => {
  forbidStorage();

  expect([setSearchKey(false), isSearchKeyOn()]).toEqual([true, true]);
});
