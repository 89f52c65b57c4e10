// @vitest-environment jsdom
/** Composition of a post: stored draft, other tabs and category changes. */
import { afterEach, describe, expect, test, vi } from "vitest";
import { readStoredDraft } from "../../../../client/community/compose/draftStorage.ts";
import { forbidStorage } from "../../browser.ts";
import { finish } from "../../../../client/community/compose/actions.ts";
import { startComposition, blank, storageKey } from "./startComposition.ts";
import { settle } from "./fakeUploads.ts";

afterEach(() => localStorage.clear());

/** Stores a draft with a text and an uploaded picture, as a crash would leave it. */
async function storeCrashedDraft() {
  const { composition, add, sent } = startComposition();
  composition.change({ content: "宇治にて" });
  add("a.png");
  sent[0]?.store("u1");
  await settle();
  return composition;
}

describe("post draft", () => {
  test("is restored with its pictures after a reload", async () => {
    const before = await storeCrashedDraft();

    const { composition } = startComposition();
    composition.restore({});

    const { draft, pictures, notice } = composition.state();
    expect(draft.content).toBe("宇治にて");
    expect(pictures).toMatchObject([{ state: "stored", name: "a.png", image: { id: "u1" } }]);
    expect(notice).toEqual({ kind: "restored", savedAt: 1000, lost: 0 });
    expect(composition.token).toBe(before.token);
  });

  test("restored after a day reports pictures removed by the host", async () => {
    await storeCrashedDraft();

    const { composition } = startComposition(blank, { now: 100_000_000 });
    composition.restore({});

    expect(composition.state()).toMatchObject({ pictures: [], notice: { lost: 1 } });
  });

  test("restored after a crash reports pictures that were not uploaded yet", async () => {
    const { add, sent } = startComposition();
    add("a.png", "b.png", "c.png");
    sent[0]?.store("u1");
    await settle();

    const { composition } = startComposition();
    composition.restore({});

    expect(composition.state()).toMatchObject({
      pictures: [{ name: "a.png" }],
      notice: { lost: 2 },
    });
  });

  test("with only a category and white space is not stored", () => {
    const { composition } = startComposition();
    composition.chooseCategory("shop");
    composition.change({ content: "  " });

    expect(readStoredDraft(storageKey)).toBeNull();
    expect(composition.isChanged).toBe(false);
  });

  test("is removed from storage when it becomes empty", () => {
    const { composition } = startComposition();
    composition.change({ content: "a" });
    expect(readStoredDraft(storageKey)?.draft.content).toBe("a");
    composition.change({ content: "" });

    expect(readStoredDraft(storageKey)).toBeNull();
  });

  test("includes text typed before hydration unless a stored text exists", async () => {
    const { composition } = startComposition();
    composition.restore({ content: "早い" });
    expect(composition.state().draft.content).toBe("早い");

    await storeCrashedDraft();
    const other = startComposition();
    other.composition.restore({ content: "早い" });
    expect(other.composition.state().draft.content).toBe("宇治にて");
  });

  test("keeps its category and filled fields; others are taken from what was typed before hydration", async () => {
    await storeCrashedDraft();
    const { composition } = startComposition();
    const kept = { ...composition.state().draft };
    composition.restore({ content: "早い", title: "新茶", rating: 4, category: "question" });

    const { content, title, rating, category } = composition.state().draft;
    expect([content, title, rating]).toEqual(["宇治にて", "新茶", 4]);
    expect(category).toBe(kept.category);
  });

  test("with only pictures includes text typed before hydration", async () => {
    const { add, sent } = startComposition();
    add("a.png");
    sent[0]?.store("u1");
    await settle();

    const { composition } = startComposition();
    composition.restore({ content: "早い" });

    expect(composition.state().draft.content).toBe("早い");
    expect(composition.state().pictures).toHaveLength(1);
  });

  test("is not stored again after it was posted", () => {
    const { composition } = startComposition();
    composition.change({ content: "a" });
    finish(composition, composition.state());
    composition.change({ content: "b" });
    composition.onStorageChange(null);

    expect(readStoredDraft(storageKey)).toBeNull();
    expect(composition.isUnsaved).toBe(false);
  });

  test("is discarded with its uploads and gets a new token", async () => {
    const { composition, add, sent, dispose } = startComposition();
    composition.change({ content: "a", title: "b" });
    add("a.png", "b.png");
    sent[0]?.store("u1");
    await settle();
    const { token } = composition;

    composition.discard();
    await settle();

    expect(dispose).toHaveBeenCalledExactlyOnceWith("u1");
    expect(sent[1]?.signal.aborted).toBe(true);
    expect(composition.state()).toMatchObject({ draft: blank.draft, pictures: [], large: [] });
    expect(readStoredDraft(storageKey)).toBeNull();
    expect(composition.token).not.toBe(token);
  });

  test("keeps an attempt that had no response", () => {
    const { composition } = startComposition();
    composition.change({ content: "a" });
    composition.recordAttempt("sent");

    const { composition: later } = startComposition();
    later.restore({});

    expect([composition.attempt, later.attempt]).toEqual(["sent", "sent"]);
  });

  test("counts as unsaved when storage is forbidden", () => {
    forbidStorage();
    const { composition } = startComposition();
    composition.restore({});
    expect(composition.isUnsaved).toBe(false);
    composition.change({ content: "a" });

    expect(composition.state().isStored).toBe(false);
    expect(composition.isUnsaved).toBe(true);
  });

  test("notifies subscribers until they unsubscribe", () => {
    const { composition } = startComposition();
    const listener = vi.fn();
    const stop = composition.subscribe(listener);
    composition.change({ content: "a" });
    stop();
    composition.change({ content: "b" });

    expect(listener).toHaveBeenCalledTimes(1);
  });
});

describe("draft change from another tab", () => {
  test("replaces the draft and shows a notice", () => {
    const here = startComposition();
    const there = startComposition();
    here.composition.change({ content: "here" });
    there.composition.change({ content: "there" });

    here.composition.onStorageChange(localStorage.getItem(storageKey));

    expect(here.composition.state().draft.content).toBe("there");
    expect(here.composition.state().notice).toEqual({ kind: "changedElsewhere" });
    expect(here.composition.token).toBe(there.composition.token);
  });

  test("keeps a picture that is still uploading here", () => {
    const here = startComposition();
    here.add("a.png");
    const there = startComposition();
    there.composition.change({ content: "there" });

    here.composition.onStorageChange(localStorage.getItem(storageKey));

    expect(here.names()).toEqual(["a.png"]);
  });

  test("by removal leaves an empty draft with a new token", () => {
    const { composition } = startComposition();
    composition.change({ content: "a" });
    const { token } = composition;
    composition.onStorageChange(null);

    expect(composition.state().draft).toEqual(blank.draft);
    expect(composition.state().notice).toEqual({ kind: "goneElsewhere" });
    expect(composition.token).not.toBe(token);
  });

  test("with invalid JSON is ignored", () => {
    const { composition } = startComposition();
    composition.change({ content: "a" });
    composition.onStorageChange("{");

    expect(composition.state()).toMatchObject({ draft: { content: "a" }, notice: null });
  });

  test("causes no write on upload progress", async () => {
    const { composition, add, sent } = startComposition();
    composition.change({ content: "a" });
    add("a.png");
    await settle();
    const write = vi.spyOn(Storage.prototype, "setItem");
    sent[0]?.onProgress(0.5);
    sent[0]?.onProgress(0.7);

    expect(write).not.toHaveBeenCalled();
  });

  test("leaves no notice after it is dismissed", () => {
    const { composition } = startComposition();
    composition.change({ content: "a" });
    composition.onStorageChange(null);
    composition.dismissNotice();

    expect(composition.state().notice).toBeNull();
  });
});

describe("category change", () => {
  const filled = () => {
    const begun = startComposition();
    begun.composition.change({ content: "a", prefecture: "kyoto", rating: 3, shop_name: "茶舗" });
    return begun.composition;
  };

  test("clears fields the category lacks and lists them", () => {
    const composition = filled();
    composition.chooseCategory("shop");

    expect(composition.state().cleared).toEqual(["prefecture"]);
    expect(composition.state().draft).toMatchObject({ prefecture: "", rating: 3 });
  });

  test("is undone completely after several changes", () => {
    const composition = filled();
    for (const category of ["shop", "region-info", "question"] as const)
      composition.chooseCategory(category);
    expect(composition.state().cleared).toEqual(["prefecture", "rating", "shop_name"]);
    composition.change({ content: "b" });
    composition.undoCategory();

    expect(composition.state().draft).toMatchObject({
      category: "review",
      content: "b",
      prefecture: "kyoto",
      rating: 3,
      shop_name: "茶舗",
    });
    expect(composition.state().cleared).toEqual([]);
  });

  test("is not undone by returning or after another edit", () => {
    const composition = filled();
    composition.chooseCategory("question");
    composition.chooseCategory("review");
    expect(composition.state().draft.prefecture).toBe("");
    composition.change({ title: "c" });
    composition.undoCategory();

    expect(composition.state().cleared).toEqual([]);
    expect(composition.state().draft.prefecture).toBe("");
  });
});
