// @vitest-environment jsdom
/** The switch of the search key. */
import { afterEach, expect, test } from "vitest";
import { isSearchKeyOn, setSearchKey } from "../../../client/page/searchKey.ts";
import { forbidStorage } from "../browser.ts";

afterEach(() => setSearchKey(true));

test("the search key is turned off for this browser, and on again", () => {
  setSearchKey(false);
  expect([isSearchKeyOn(), localStorage.length]).toEqual([false, 1]);

  setSearchKey(true);
  expect([isSearchKeyOn(), localStorage.length]).toEqual([true, 0]);
});

test("the search key is turned off until the next load where storage is forbidden", () => {
  forbidStorage();

  setSearchKey(false);
  expect(isSearchKeyOn()).toBe(false);

  setSearchKey(true);
  expect(isSearchKeyOn()).toBe(true);
});
