// @vitest-environment jsdom
/** Draft of a post that two tabs change while one of them sends it. */
import { afterEach, describe, expect, test } from "vitest";
import { finish } from "../../../../client/community/compose/actions.ts";
import { readStoredDraft } from "../../../../client/community/compose/draftStorage.ts";
import { startComposition, blank, storageKey } from "./startComposition.ts";
import { settle } from "./fakeUploads.ts";

afterEach(() => localStorage.clear());

describe("draft change from another tab", () => {
  test("made while this tab sends is kept, with a new token and without the sent picture", async () => {
    const here = startComposition();
    here.composition.change({ content: "sent" });
    here.add("a.png");
    here.sent[0]?.store("u1");
    await settle();
    here.composition.recordAttempt("request");
    const there = startComposition();
    there.composition.restore({});
    const sent = here.composition.state();
    there.composition.change({ content: "written meanwhile" });
    here.composition.onStorageChange(localStorage.getItem(storageKey));

    finish(here.composition, sent);

    const kept = readStoredDraft(storageKey);
    expect(kept).toMatchObject({ draft: { content: "written meanwhile" }, attempt: null });
    expect(kept?.pictures).toEqual([]);
    expect(kept?.token).not.toBe(here.composition.token);
  });

  test("that only adds a picture while this tab sends is kept", async () => {
    const here = startComposition();
    here.composition.change({ content: "sent" });
    const there = startComposition();
    there.composition.restore({});
    const sent = here.composition.state();
    there.add("a.png");
    await settle();
    there.sent[0]?.store("u1");
    await settle();

    finish(here.composition, sent);

    expect(readStoredDraft(storageKey)?.pictures.map(({ image }) => image.id)).toEqual(["u1"]);
  });

  test("by removal replaces an unchanged form with the stored post", () => {
    const newer = { ...blank, draft: { ...blank.draft, content: "newer" }, version: "2" };
    const [read, changed] = [startComposition(), startComposition()];
    changed.composition.change({ content: "mine" });

    read.composition.beginAgain(newer);
    changed.composition.beginAgain(newer);

    expect([read.composition.state().draft.content, read.composition.version]).toEqual([
      "newer",
      "2",
    ]);
    expect(changed.composition.state().draft.content).toBe("mine");
    expect(changed.composition.version).toBeNull();
  });
});
