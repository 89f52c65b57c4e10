// @vitest-environment jsdom
/** Pictures of a new post and of an existing post. */
import { afterEach, describe, expect, test } from "vitest";
import type { InitialPost } from "../../../../client/community/compose/compositionState.ts";
import { draftOf } from "../../../../client/community/compose/draft.ts";
import { draftKey, readStoredDraft } from "../../../../client/community/compose/draftStorage.ts";
import { storedPicture } from "../../../../client/community/compose/pictures/pictures.ts";
import { anImage, aPost } from "../posts.ts";
import { startComposition, storageKey } from "./startComposition.ts";
import { aPicture, settle } from "./fakeUploads.ts";

afterEach(() => localStorage.clear());

describe("picture tray", () => {
  test("uploads a picture and shows a preview meanwhile", async () => {
    const { composition, add, sent, states } = startComposition();
    expect(add("a.png")).toMatchObject({ hasOthers: false, isTooMany: false });
    expect(composition.isUnsaved).toBe(true);
    await settle();
    sent[0]?.onProgress(0.5);
    expect(composition.state().pictures).toMatchObject([
      { state: "sending", done: 0.5, preview: "data:small" },
    ]);

    sent[0]?.store("u1");
    await settle();

    expect(states()).toEqual(["stored"]);
    expect(composition.state().announcement).toEqual({ what: "stored", position: 1, count: 0 });
    expect(composition.isUnsaved).toBe(false);
  });

  test("keeps the alternative text when the upload completes", async () => {
    const { composition, tray, add, sent, keyAt } = startComposition();
    add("a.png");
    tray.describe(keyAt(0), "急須");
    sent[0]?.store("u1");
    await settle();

    expect(readStoredDraft(storageKey)?.pictures).toMatchObject([{ alt: "急須" }]);
    expect(composition.state().pictures[0]?.alt).toBe("急須");
  });

  test("retries a failed upload", async () => {
    const { composition, tray, add, sent, keyAt, states } = startComposition();
    add("a.png");
    const error = new Error("gone");
    sent[0]?.fail(error);
    await settle();
    expect(composition.state().pictures).toMatchObject([{ state: "failed", error }]);
    expect(composition.state().announcement?.what).toBe("failed");
    expect(composition.isUnsaved).toBe(true);

    tray.retry(keyAt(0));
    sent[1]?.store("u1");
    await settle();

    expect(states()).toEqual(["stored"]);
  });

  test("uploads a picture whose preview fails", async () => {
    const { add, sent, states, preview } = startComposition();
    preview.mockRejectedValue(new Error("no picture"));
    add("a.png");
    sent[0]?.store("u1");
    await settle();

    expect(states()).toEqual(["stored"]);
  });

  test("deletes a removed picture at the host or aborts its upload", async () => {
    const { composition, tray, add, sent, keyAt, dispose } = startComposition();
    add("a.png", "b.png");
    sent[0]?.store("u1");
    await settle();
    tray.remove(keyAt(0));
    expect(dispose).toHaveBeenCalledExactlyOnceWith("u1");
    expect(composition.state().announcement).toEqual({ what: "removed", position: 1, count: 1 });

    tray.remove(keyAt(0));
    await settle();

    expect(sent[1]?.signal.aborted).toBe(true);
    expect(composition.state().pictures).toEqual([]);
  });

  test("deletes a picture that is stored after its removal", async () => {
    const { tray, add, sent, keyAt, dispose } = startComposition();
    add("a.png");
    sent[0]?.store("u1");
    tray.remove(keyAt(0));
    tray.remove("nothing");
    await settle();

    expect(dispose).toHaveBeenCalledExactlyOnceWith("u1");
  });

  test("moves a picture and announces its position", () => {
    const { composition, tray, add, keyAt, names } = startComposition();
    add("a.png", "b.png", "c.png");
    tray.move(keyAt(0), 2);

    expect(names()).toEqual(["b.png", "c.png", "a.png"]);
    expect(composition.state().announcement).toEqual({ what: "moved", position: 3, count: 3 });
  });

  test("adds a large picture only after it was shrunk", async () => {
    const { composition, tray, names, sent } = startComposition();
    const large = aPicture("large.png", { bytes: 5_242_881 });
    tray.add([large]);
    expect(composition.state()).toMatchObject({ large: [large], pictures: [] });

    expect(await tray.shrink(large)).toBe(true);

    expect([names(), composition.state().large]).toEqual([["large.png"], []]);
    expect(sent).toHaveLength(1);
  });

  test("drops a large picture that cannot be shrunk", async () => {
    const { tray, names, shrink } = startComposition();
    shrink.mockRejectedValue(new Error("too large"));
    const large = aPicture("large.png", { bytes: 5_242_881 });
    tray.add([large]);

    expect(await tray.shrink(large)).toBe(false);
    expect(names()).toEqual([]);
  });

  test("aborts uploads when the page is left", async () => {
    const { composition, add, sent } = startComposition();
    add("a.png");
    composition.close();
    await settle();

    expect(sent[0]?.signal.aborted).toBe(true);
  });
});

describe("edited post", () => {
  const post = aPost({ images: [anImage({ id: "old" })] });
  const start: InitialPost = {
    storageKey: draftKey("hana", post.id),
    draft: draftOf(post, "review"),
    pictures: post.images.map(storedPicture),
    version: post.created_at,
  };

  test("has no draft until a field differs", () => {
    const { composition } = startComposition(start);
    composition.change({ title: "a" });
    expect(readStoredDraft(start.storageKey)).not.toBeNull();
    composition.change({ title: "" });

    expect(composition.isChanged).toBe(false);
    expect(readStoredDraft(start.storageKey)).toBeNull();
  });

  test("is changed by alternative text and by removing a picture", () => {
    const { composition, tray } = startComposition(start);
    tray.describe("old", "急須");
    expect(composition.isChanged).toBe(true);
    tray.describe("old", "");
    expect(composition.isChanged).toBe(false);
    tray.remove("old");

    expect(composition.isChanged).toBe(true);
  });

  test("without text counts as changed", () => {
    const { composition } = startComposition(start);
    composition.change({ content: "" });

    expect(composition.isChanged).toBe(true);
  });

  test("keeps its own pictures at the host when the draft is discarded", () => {
    const { composition, tray, dispose } = startComposition(start);
    tray.remove("old");
    composition.discard();

    expect(dispose).not.toHaveBeenCalled();
    expect(composition.state().pictures).toHaveLength(1);
  });

  test("takes the category of a restored draft", () => {
    const { composition } = startComposition(start);
    composition.change({ title: "a", shop_name: "b" });
    const other = { ...start, draft: { ...start.draft, category: "question" as const } };

    const { composition: later } = startComposition(other);
    later.restore({});

    expect(later.state().draft).toMatchObject({ category: "review", title: "a", shop_name: "b" });
    expect(later.newCategory).toBe("review");
  });
});
