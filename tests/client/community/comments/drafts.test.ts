// @vitest-environment jsdom
/** Stored drafts of comments, replies and edits, and idempotency keys of their requests. */
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  draftName,
  editName,
  hasDraft,
  storeDraft,
  readDraft,
  readKey,
  removeKey,
  saysSent,
  storeKey,
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

test("draft of an edit is separate from that of a new comment on a post with the same id", () => {
  storeDraft(editName("hana", 12), "Two minutes.");

  expect(readDraft(editName("hana", 12))).toBe("Two minutes.");
  expect([readDraft(name), readDraft(draftName("hana", 1, 12)), hasDraft(12)]).toEqual([
    "",
    "",
    false,
  ]);
});

describe("key of a request", () => {
  const key = "1a7d4f6e-3f70-4a86-8f0b-2f8f4a3d1c52";
  const keys = () => localStorage.getItem("comment-keys");

  test("is found for the same text and place until it is removed", () => {
    storeKey(name, "Two lines,\nas sent.", key);

    const elsewhere = [draftName("hana", 12, 5), draftName("alex", 12)];
    expect(readKey(name, "Two lines,\nas sent.")).toBe(key);
    expect(elsewhere.map((other) => readKey(other, "Two lines,\nas sent."))).toEqual([
      undefined,
      undefined,
    ]);
    expect([readDraft(name), hasDraft(12)]).toEqual(["", false]);

    removeKey(name, "Two lines,\nas sent.");
    expect(keys()).toBe("[]");
  });

  test("is forgotten when another text is sent, despite a late confirmation", () => {
    storeKey(name, "First.", crypto.randomUUID());
    storeKey(name, "Second.", key);
    removeKey(name, "First.");

    expect([readKey(name, "First."), readKey(name, "Second.")]).toEqual([undefined, key]);
  });

  test.each(["{", '[["hana 12","no key"]]', '[["hana 12","<b> First."]]'])(
    "in the invalid stored value %s is ignored",
    (text) => {
      localStorage.setItem("comment-keys", text);

      expect(readKey(name, "First.")).toBeUndefined();
    },
  );

  test("is removed in another tab once its text is sent, not when another key replaces it", () => {
    const changed = (change: () => void) => {
      const oldValue = keys();
      change();
      return new StorageEvent("storage", { key: "comment-keys", oldValue, newValue: keys() });
    };
    storeKey(name, "First.", key);

    const renewed = changed(() => storeKey(name, "First.", crypto.randomUUID()));
    const removed = changed(() => removeKey(name, "First."));

    expect([renewed, removed].map((event) => saysSent(event, name, "First."))).toEqual([
      false,
      true,
    ]);
    expect(saysSent(removed, name, "Second.")).toBe(false);
  });

  test("dropped above twenty does not count as sent", () => {
    storeKey(name, "First.", key);
    for (let post = 13; post < 32; post += 1) storeKey(draftName("hana", post), "…", key);
    const oldValue = keys();
    storeKey(draftName("hana", 99), "…", key);

    const event = new StorageEvent("storage", { key: "comment-keys", oldValue, newValue: keys() });
    expect([readKey(name, "First."), saysSent(event, name, "First.")]).toEqual([undefined, false]);
  });
});
