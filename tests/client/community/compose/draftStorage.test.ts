// @vitest-environment jsdom
/** A draft in this browser: brought back as it was, and nothing believed that is not one. */
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
  token: "token",
  attempt: "{}",
  savedAt: 7,
};
afterEach(() => localStorage.clear());

/** The stored text with a part of it replaced. */
function changed(part: Record<string, unknown>): string {
  writeStoredDraft(key, kept);
  return JSON.stringify({ ...JSON.parse(localStorage.getItem(key) ?? ""), ...part });
}

test("what was kept comes back", () => {
  expect(writeStoredDraft(key, kept)).toBe(true);

  expect(readStoredDraft(key)).toEqual(kept);
});

test("a member's draft, and a post's, has a place of its own", () => {
  writeStoredDraft(key, kept);

  expect(readStoredDraft(draftKey("alex"))).toBeNull();
  expect(readStoredDraft(draftKey("hana", 12))).toBeNull();
});

test("what was removed is gone", () => {
  writeStoredDraft(key, kept);
  removeStoredDraft(key);

  expect(readStoredDraft(key)).toBeNull();
});

test("where storage is forbidden nothing is kept, and nothing breaks", () => {
  forbidStorage();

  expect(writeStoredDraft(key, kept)).toBe(false);
  expect(readStoredDraft(key)).toBeNull();
  expect(() => removeStoredDraft(key)).not.toThrow();
});

describe("what lies there is not believed:", () => {
  test.each([null, "", "{", "[]", "7", '"a"', "{}"])("%j is no draft", (text) => {
    expect(parseStoredDraft(text)).toBeNull();
  });

  test.each([
    { draft: { category: "nonsense", content: "a" } },
    { draft: { category: "review" } },
    { draft: null },
    { token: 5 },
    { savedAt: "now" },
  ])("nor is one with %j", (part) => {
    expect(parseStoredDraft(changed(part))).toBeNull();
  });

  test.each([0, 6, 2.5, "4", null])("a rating of %j is none", (rating) => {
    const draft = { category: "review", content: "a", rating };

    expect(parseStoredDraft(changed({ draft }))?.draft.rating).toBeNull();
  });

  test("fields that are no text are empty", () => {
    const draft = { category: "review", content: "a", title: 5, prefecture: "kyoto" };

    const found = parseStoredDraft(changed({ draft, attempt: 5 }));

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
  ])("pictures of another shape are left out: %j", (images) => {
    expect(parseStoredDraft(changed({ images }))?.pictures).toEqual([]);
  });

  test("a picture without words is a picture", () => {
    const [picture] =
      parseStoredDraft(changed({ images: [{ image: anImage({ id: "u" }) }] }))?.pictures ?? [];

    expect(picture).toMatchObject({ key: "u", alt: "", name: "", storedAt: null });
  });
});
