// @vitest-environment jsdom
/** A post while it is being written: nothing is lost by a reload, a crash, another tab or another category. */
import { afterEach, describe, expect, test, vi } from "vitest";
import { readStoredDraft } from "../../../../client/community/compose/draftStorage.ts";
import { forbidStorage } from "../../browser.ts";
import { begin, blank, place } from "./beginning.ts";
import { settle } from "./sendings.ts";

afterEach(() => localStorage.clear());

/** A draft with its text and one stored picture, left as a crash leaves it. */
async function leaveDraft() {
  const { composition, add, sent } = begin();
  composition.change({ content: "宇治にて" });
  add("a.png");
  sent[0]?.store("u1");
  await settle();
  return composition;
}

describe("the draft", () => {
  test("is there again after a reload or a crash, its pictures with it", async () => {
    const before = await leaveDraft();

    const { composition } = begin();
    composition.restore("");

    const { draft, pictures, notice } = composition.state();
    expect(draft.content).toBe("宇治にて");
    expect(pictures).toMatchObject([{ state: "stored", name: "a.png", image: { id: "u1" } }]);
    expect(notice).toEqual({ kind: "restored", savedAt: 1000, lost: 0 });
    expect(composition.token).toBe(before.token);
  });

  test("tells which pictures the host has swept away since", async () => {
    await leaveDraft();

    const { composition } = begin(blank, { now: 100_000_000 });
    composition.restore("");

    expect(composition.state()).toMatchObject({ pictures: [], notice: { lost: 1 } });
  });

  test("is not kept while there is nothing in it", () => {
    const { composition } = begin();
    composition.chooseCategory("shop");
    composition.change({ content: "  " });

    expect(readStoredDraft(place)).toBeNull();
    expect(composition.isChanged).toBe(false);
  });

  test("is forgotten when all of it is taken out again", () => {
    const { composition } = begin();
    composition.change({ content: "a" });
    expect(readStoredDraft(place)?.draft.content).toBe("a");
    composition.change({ content: "" });

    expect(readStoredDraft(place)).toBeNull();
  });

  test("takes what was typed before the page was awake", async () => {
    const { composition } = begin();
    composition.restore("早い");
    expect(composition.state().draft.content).toBe("早い");

    await leaveDraft();
    const other = begin();
    other.composition.restore("早い");
    expect(other.composition.state().draft.content).toBe("宇治にて");
  });

  test("with pictures alone takes the early text as well", async () => {
    const { add, sent } = begin();
    add("a.png");
    sent[0]?.store("u1");
    await settle();

    const { composition } = begin();
    composition.restore("早い");

    expect(composition.state().draft.content).toBe("早い");
    expect(composition.state().pictures).toHaveLength(1);
  });

  test("is gone for good once it is posted", () => {
    const { composition } = begin();
    composition.change({ content: "a" });
    composition.finish();
    composition.change({ content: "b" });
    composition.onStorageChange(null);

    expect(readStoredDraft(place)).toBeNull();
    expect(composition.isUnsaved).toBe(false);
  });

  test("is thrown away with the pictures that were sent for it", async () => {
    const { composition, add, sent, dispose } = begin();
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
    expect(readStoredDraft(place)).toBeNull();
    expect(composition.token).not.toBe(token);
  });

  test("remembers a try that was never answered", () => {
    const { composition } = begin();
    composition.change({ content: "a" });
    composition.recordAttempt("sent");

    const { composition: later } = begin();
    later.restore("");

    expect([composition.attempt, later.attempt]).toEqual(["sent", "sent"]);
  });

  test("says that it is not kept where the browser stores nothing, and is then guarded", () => {
    forbidStorage();
    const { composition } = begin();
    composition.restore("");
    expect(composition.isUnsaved).toBe(false);
    composition.change({ content: "a" });

    expect(composition.state().isStored).toBe(false);
    expect(composition.isUnsaved).toBe(true);
  });

  test("calls its subscribers, until they unsubscribe", () => {
    const { composition } = begin();
    const listener = vi.fn();
    const stop = composition.subscribe(listener);
    composition.change({ content: "a" });
    stop();
    composition.change({ content: "b" });

    expect(listener).toHaveBeenCalledTimes(1);
  });
});

describe("another tab", () => {
  test("that writes is followed, and told of", () => {
    const here = begin();
    const there = begin();
    here.composition.change({ content: "here" });
    there.composition.change({ content: "there" });

    here.composition.onStorageChange(localStorage.getItem(place));

    expect(here.composition.state().draft.content).toBe("there");
    expect(here.composition.state().notice).toEqual({ kind: "changedElsewhere" });
    expect(here.composition.token).toBe(there.composition.token);
  });

  test("takes no picture away that is still on its way here", () => {
    const here = begin();
    here.add("a.png");
    const there = begin();
    there.composition.change({ content: "there" });

    here.composition.onStorageChange(localStorage.getItem(place));

    expect(here.names()).toEqual(["a.png"]);
  });

  test("that posted or threw the draft away leaves a fresh one", () => {
    const { composition } = begin();
    composition.change({ content: "a" });
    const { token } = composition;
    composition.onStorageChange(null);

    expect(composition.state().draft).toEqual(blank.draft);
    expect(composition.state().notice).toEqual({ kind: "goneElsewhere" });
    expect(composition.token).not.toBe(token);
  });

  test("that writes nonsense is not followed", () => {
    const { composition } = begin();
    composition.change({ content: "a" });
    composition.onStorageChange("{");

    expect(composition.state()).toMatchObject({ draft: { content: "a" }, notice: null });
  });

  test("hears nothing of a picture that only moves on", async () => {
    const { composition, add, sent } = begin();
    composition.change({ content: "a" });
    add("a.png");
    await settle();
    const write = vi.spyOn(Storage.prototype, "setItem");
    sent[0]?.onProgress(0.5);
    sent[0]?.onProgress(0.7);

    expect(write).not.toHaveBeenCalled();
  });

  test("is no longer told of once that is put aside", () => {
    const { composition } = begin();
    composition.change({ content: "a" });
    composition.onStorageChange(null);
    composition.dismissNotice();

    expect(composition.state().notice).toBeNull();
  });
});

describe("another category", () => {
  const filled = () => {
    const begun = begin();
    begun.composition.change({ content: "a", prefecture: "kyoto", rating: 3, shop_name: "茶舗" });
    return begun.composition;
  };

  test("empties what it does not keep, and says so", () => {
    const composition = filled();
    composition.chooseCategory("shop");

    expect(composition.state().cleared).toEqual(["prefecture"]);
    expect(composition.state().draft).toMatchObject({ prefecture: "", rating: 3 });
  });

  test("can be taken back as a whole, even after several", () => {
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

  test("stays emptied on the way back, and once something else is written", () => {
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
