// @vitest-environment jsdom
/** Stored comment drafts. */
import { afterEach, expect, test, vi } from "vitest";
import {
  draftName,
  hasDraft,
  storeDraft,
  readDraft,
  unsentName,
} from "../../../../client/community/comments/drafts.ts";
import { forbidStorage } from "../../browser.ts";

const name = draftName("hana", 12);

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
});

test("draft is stored per member and post", () => {
  storeDraft(name, "The second cup");

  expect(readDraft(name)).toBe("The second cup");
  expect(readDraft(draftName("hana", 13))).toBe("");
  expect(readDraft(draftName("alex", 12))).toBe("");
});

test("blank draft is removed", () => {
  storeDraft(name, "The second cup");
  storeDraft(name, " \n");

  expect(localStorage.getItem("comment-drafts")).toBe("[]");
});

test("oldest drafts are dropped above twenty", () => {
  for (let post = 1; post <= 25; post += 1) storeDraft(draftName("hana", post), "…");

  expect([readDraft(draftName("hana", 5)), readDraft(draftName("hana", 6))]).toEqual(["", "…"]);
});

test.each(["{", "null", "[1]", '[["a"]]', '[["hana 12",{}]]', '{"hana 12":"x"}'])(
  "invalid stored value %s is ignored and then overwritten",
  (text) => {
    localStorage.setItem("comment-drafts", text);

    expect(readDraft(name)).toBe("");
    storeDraft(name, "fresh");
    expect(readDraft(name)).toBe("fresh");
  },
);

test("draft functions do not throw when storage is forbidden", () => {
  forbidStorage();

  storeDraft(name, "The second cup");

  expect(readDraft(name)).toBe("");
});

test("unsent comment is stored per post in sessionStorage only", () => {
  storeDraft(unsentName(12), "The second cup", "sessionStorage");

  const [here, elsewhere] = [12, 13].map((id) => readDraft(unsentName(id), "sessionStorage"));
  expect([here, elsewhere]).toEqual(["The second cup", ""]);
  expect(localStorage.length).toBe(0);
});

test("draft of a reply is stored per comment and belongs to its post", () => {
  storeDraft(draftName("hana", 12, 5), "And the cup");

  expect(readDraft(draftName("hana", 12, 5))).toBe("And the cup");
  expect([readDraft(name), readDraft(draftName("hana", 12, 6))]).toEqual(["", ""]);
  expect([hasDraft(12), hasDraft(1), hasDraft(5), hasDraft(112)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
