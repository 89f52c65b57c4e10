// @vitest-environment jsdom
/** Post draft in localStorage, and invalid stored values. */
import { afterEach, describe, expect, test } from "vitest";
import { emptyDraft } from "../../../../client/community/compose/draft.ts";
import {
  draftKey,
  type StoredDraft,
  parseStoredDraft,
  readStoredDraft,
  removeStoredDraft,
  writeStoredDraft,
} from "../../../../client/community/compose/draftStorage.ts";
import { storedPicture } from "../../../../client/community/compose/pictures/pictures.ts";
import { forbidStorage } from "../../browser.ts";
import { anImage } from "../posts.ts";

const key = draftKey("hana");
const kept: StoredDraft = {
  draft: { ...emptyDraft("shop"), content: "茶舗\nにて", rating: 5, price_yen: "１０" },
  pictures: [{ ...storedPicture(anImage()), alt: "急須", name: "a.jpg", storedAt: 5 }],
  unsent: 1,
  token: "token",
  attempt: "{}",
  version: "2026-11-21T03:30:00Z",
  savedAt: 7,
};
afterEach(() => localStorage.clear());

/** Returns the stored JSON with some properties replaced. */
function changedJson(part: Record<string, unknown>): string {
  writeStoredDraft(key, kept);
  return JSON.stringify({ ...JSON.parse(localStorage.getItem(key) ?? ""), ...part });
}

test("stored draft is read back unchanged", () => {
  expect(writeStoredDraft(key, kept)).toBe(true);

  expect(readStoredDraft(key)).toEqual(kept);
});

test("stored draft is separate per member and per post", () => {
  writeStoredDraft(key, kept);

  expect(readStoredDraft(draftKey("alex"))).toBeNull();
  expect(readStoredDraft(draftKey("hana", 12))).toBeNull();
});

test("removed draft is not read back", () => {
  writeStoredDraft(key, kept);
  removeStoredDraft(key);

  expect(readStoredDraft(key)).toBeNull();
});

test("draft storage functions do not throw when storage is forbidden", () => {
  forbidStorage();

  expect(writeStoredDraft(key, kept)).toBe(false);
  expect(readStoredDraft(key)).toBeNull();
  expect(() => removeStoredDraft(key)).not.toThrow();
});

describe("stored draft parser", () => {
  test.each([null, "", "{", "[]", "7", '"a"', "{}"])("rejects %j", (text) => {
    expect(parseStoredDraft(text)).toBeNull();
  });

  test.each([
    { draft: { category: "nonsense", content: "a" } },
    { draft: { category: "review" } },
    { draft: null },
    { token: 5 },
    { savedAt: "now" },
  ])("rejects a draft with %j", (part) => {
    expect(parseStoredDraft(changedJson(part))).toBeNull();
  });

  test.each([0, 6, 2.5, "4", null])("replaces the invalid rating %j with null", (rating) => {
    const draft = { category: "review", content: "a", rating };

    expect(parseStoredDraft(changedJson({ draft }))?.draft.rating).toBeNull();
  });

  test("replaces fields that are not strings with empty values", () => {
    const draft = { category: "review", content: "a", title: 5, prefecture: "kyoto" };

    const found = parseStoredDraft(changedJson({ draft, attempt: 5 }));

    expect(found?.draft).toMatchObject({ title: "", prefecture: "kyoto" });
    expect(found?.attempt).toBeNull();
  });

  test.each([
    "a",
    [{}],
    [{ image: { ...anImage(), url: 5 } }],
    [{ image: { ...anImage(), width: "1" } }],
    [{ image: { ...anImage(), sources: [{}] } }],
    [{ image: { ...anImage(), sources: null } }],
  ])("drops invalid pictures: %j", (images) => {
    expect(parseStoredDraft(changedJson({ images }))?.pictures).toEqual([]);
  });

  test("accepts a picture without alternative text", () => {
    const [picture] =
      parseStoredDraft(changedJson({ images: [{ image: anImage({ id: "u" }) }] }))?.pictures ?? [];

    expect(picture).toMatchObject({ key: "u", alt: "", name: "", storedAt: null });
  });
});
