// @vitest-environment jsdom
/** Draft of a comment in several tabs, each with a `CommentDraft` of its own. */
import { afterEach, expect, test, vi } from "vitest";
import { CommentDraft } from "../../../../client/community/comments/CommentDraft.ts";
import {
  draftName,
  editName,
  readDraft,
  removeKey,
  storeDraft,
  storeKey,
} from "../../../../client/community/comments/drafts.ts";

const name = draftName("hana", 12);
const openDrafts: (() => void)[] = [];

afterEach(() => {
  for (const close of openDrafts.splice(0)) close();
  localStorage.clear();
});

function openTab(early = "") {
  const draft = new CommentDraft(name);
  const close = draft.open(early);
  openDrafts.push(close);
  return { draft, close };
}

/** Changes the storage as another tab does, and dispatches its storage events. */
function inAnotherTab(change: () => void) {
  const entries = ["comment-drafts", "comment-keys"];
  const before = entries.map((key) => localStorage.getItem(key));
  change();
  entries.forEach((key, index) => {
    const [oldValue = null, newValue] = [before[index], localStorage.getItem(key)];
    if (oldValue !== newValue)
      dispatchEvent(new StorageEvent("storage", { key, oldValue, newValue }));
  });
}

/** Changes the storage as a tab does once the host has confirmed its comment. */
const storeConfirmed = (content: string) => {
  removeKey(name, content);
  storeDraft(name, "");
};

test("unchanged form shows what another tab writes, and is empty once that is sent", () => {
  storeDraft(name, "Warm");
  const { draft } = openTab();
  expect(draft.text()).toBe("Warm");

  inAnotherTab(() => storeDraft(name, "Warm the pot."));
  expect(draft.text()).toBe("Warm the pot.");

  inAnotherTab(() => storeConfirmed("Warm the pot."));
  expect(draft.text()).toBe("");
});

test("typed text stays when another tab writes, empties or sends another", () => {
  const { draft } = openTab();
  draft.write("Two minutes.");

  const shown = ["Warm the pot.", ""].map((text) => {
    inAnotherTab(() => storeDraft(name, text));
    return draft.text();
  });
  inAnotherTab(() => storeKey(name, "Warm the pot.", crypto.randomUUID()));
  inAnotherTab(() => storeConfirmed("Warm the pot."));

  expect([...shown, draft.text()]).toEqual(["Two minutes.", "Two minutes.", "Two minutes."]);
});

test("typed text is removed once another tab has sent it, as it is or extended", () => {
  const { draft } = openTab();
  draft.write("Warm the pot.");
  inAnotherTab(() => storeKey(name, "Warm the pot.", crypto.randomUUID()));
  expect(draft.text()).toBe("Warm the pot.");
  inAnotherTab(() => storeConfirmed("Warm the pot."));
  expect(draft.text()).toBe("");

  draft.write("Two");
  inAnotherTab(() => storeDraft(name, "Two minutes."));
  expect(draft.text()).toBe("Two minutes.");
});

test("text replaced by another tab's draft is stored again when the page is left", () => {
  const { draft, close } = openTab();
  draft.write("Two minutes.");
  inAnotherTab(() => storeDraft(name, ""));
  expect(readDraft(name)).toBe("");

  close();
  expect(readDraft(name)).toBe("Two minutes.");
});

test("unchanged text is not stored again when the page is left", () => {
  storeDraft(name, "Warm the pot.");
  const { close } = openTab();
  localStorage.clear();

  dispatchEvent(new Event("pagehide"));
  close();

  expect(readDraft(name)).toBe("");
});

test("page from the back/forward cache shows what was stored meanwhile", () => {
  storeDraft(name, "Warm the pot.");
  const { draft } = openTab();
  storeDraft(name, "");

  dispatchEvent(new Event("pageshow"));

  expect(draft.text()).toBe("");
});

test("comment begun in another tab while one is sent is kept", async () => {
  const { draft } = openTab();
  draft.write("Warm the pot.");

  await draft.send(async () => {
    inAnotherTab(() => storeDraft(name, "And the cup."));
    expect(draft.text()).toBe("");
  });

  expect([draft.text(), readDraft(name)]).toEqual(["And the cup.", "And the cup."]);
});

test("refused text stays, although another tab began the next comment", async () => {
  const { draft } = openTab();
  draft.write("Warm the pot.");
  const sending = draft.send(async () => {
    inAnotherTab(() => storeDraft(name, "And the cup."));
    throw new Error("unavailable");
  });

  await expect(sending).rejects.toThrow("unavailable");
  inAnotherTab(() => storeDraft(name, "And the cup, too."));

  expect(draft.text()).toBe("Warm the pot.");
});

test("form of an edit has its draft from the start, a new comment only after hydration", () => {
  const edit = editName("hana", 3);
  storeDraft(edit, "Warm the cup.");
  storeDraft(name, "Warm");

  const drafts = [new CommentDraft(edit, { edited: "Warm the pot." }), new CommentDraft(name)];

  expect(drafts.map((draft) => draft.text())).toEqual(["Warm the cup.", ""]);
});

test("form of an edit follows another tab and closes when that saves or cancels", () => {
  const edit = editName("hana", 3);
  const onGone = vi.fn();
  const draft = new CommentDraft(edit, { edited: "Warm the pot." });
  openDrafts.push(draft.open("", onGone));

  inAnotherTab(() => storeDraft(edit, "Warm the cup."));
  expect([draft.text(), onGone.mock.calls.length]).toEqual(["Warm the cup.", 0]);
  inAnotherTab(() => storeDraft(edit, ""));

  expect(onGone).toHaveBeenCalledOnce();
});

test("form of an edit that was changed or emptied in this tab stays open", () => {
  const edit = editName("hana", 3);
  const onGone = vi.fn();
  const draft = new CommentDraft(edit, { edited: "Warm the pot." });
  openDrafts.push(draft.open("", onGone));

  const shown = ["Warm the cup.", ""].map((text) => {
    draft.write(text);
    inAnotherTab(() => storeDraft(edit, ""));
    inAnotherTab(() => storeDraft(name, `Another comment after ${text}`));
    return draft.text();
  });

  expect(shown).toEqual(["Warm the cup.", ""]);
  expect(onGone).not.toHaveBeenCalled();
});
