// @vitest-environment jsdom
/** The text of a comment's form in several tabs, each of which is a draft of its own here. */
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
const closers: (() => void)[] = [];

afterEach(() => {
  for (const close of closers.splice(0)) close();
  localStorage.clear();
});

function openTab(early = "") {
  const draft = new CommentDraft(name);
  const close = draft.open(early);
  closers.push(close);
  return { draft, close };
}

/** Makes a change of the storage that the other tabs hear of, as from a tab that is not open here. */
function elsewhere(change: () => void) {
  const entries = ["comment-drafts", "comment-keys"];
  const before = entries.map((key) => localStorage.getItem(key));
  change();
  entries.forEach((key, index) => {
    const [oldValue = null, newValue] = [before[index], localStorage.getItem(key)];
    if (oldValue !== newValue)
      dispatchEvent(new StorageEvent("storage", { key, oldValue, newValue }));
  });
}

/** What a tab does once the host has confirmed a comment. */
const confirm = (content: string) => {
  removeKey(name, content);
  storeDraft(name, "");
};

test("form that was not changed here shows what another tab writes, and empties when it is sent", () => {
  storeDraft(name, "Warm");
  const { draft } = openTab();
  expect(draft.text()).toBe("Warm");

  elsewhere(() => storeDraft(name, "Warm the pot."));
  expect(draft.text()).toBe("Warm the pot.");

  elsewhere(() => confirm("Warm the pot."));
  expect(draft.text()).toBe("");
});

test("text that was typed here stays, whatever another tab writes, empties or sends", () => {
  const { draft } = openTab();
  draft.write("Two minutes.");

  const shown = ["Warm the pot.", ""].map((text) => {
    elsewhere(() => storeDraft(name, text));
    return draft.text();
  });
  elsewhere(() => storeKey(name, "Warm the pot.", crypto.randomUUID()));
  elsewhere(() => confirm("Warm the pot."));

  expect([...shown, draft.text()]).toEqual(["Two minutes.", "Two minutes.", "Two minutes."]);
});

test("text that was typed here goes once another tab has sent it, or added to it", () => {
  const { draft } = openTab();
  draft.write("Warm the pot.");
  elsewhere(() => storeKey(name, "Warm the pot.", crypto.randomUUID()));
  expect(draft.text()).toBe("Warm the pot.");
  elsewhere(() => confirm("Warm the pot."));
  expect(draft.text()).toBe("");

  draft.write("Two");
  elsewhere(() => storeDraft(name, "Two minutes."));
  expect(draft.text()).toBe("Two minutes.");
});

test("text that another tab's draft replaced is stored again when the page is left", () => {
  const { draft, close } = openTab();
  draft.write("Two minutes.");
  elsewhere(() => storeDraft(name, ""));
  expect(readDraft(name)).toBe("");

  close();
  expect(readDraft(name)).toBe("Two minutes.");
});

test("text that was not changed here is not stored again when the page is left", () => {
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

test("next comment that another tab begins while one is sent is kept", async () => {
  const { draft } = openTab();
  draft.write("Warm the pot.");

  await draft.send(async () => {
    elsewhere(() => storeDraft(name, "And the cup."));
    expect(draft.text()).toBe("");
  });

  expect([draft.text(), readDraft(name)]).toEqual(["And the cup.", "And the cup."]);
});

test("refused text stays, although another tab began the next comment", async () => {
  const { draft } = openTab();
  draft.write("Warm the pot.");
  const sending = draft.send(async () => {
    elsewhere(() => storeDraft(name, "And the cup."));
    throw new Error("unavailable");
  });

  await expect(sending).rejects.toThrow("unavailable");
  elsewhere(() => storeDraft(name, "And the cup, too."));

  expect(draft.text()).toBe("Warm the pot.");
});

test("form of an edit has its draft from the start; that of a comment waits for hydration", () => {
  const edit = editName("hana", 3);
  storeDraft(edit, "Warm the cup.");
  storeDraft(name, "Warm");

  const drafts = [new CommentDraft(edit, { edited: "Warm the pot." }), new CommentDraft(name)];

  expect(drafts.map((draft) => draft.text())).toEqual(["Warm the cup.", ""]);
});

test("form of an edit follows another tab, and ends when that saves or cancels the edit", () => {
  const edit = editName("hana", 3);
  const onGone = vi.fn();
  const draft = new CommentDraft(edit, { edited: "Warm the pot." });
  closers.push(draft.open("", onGone));

  elsewhere(() => storeDraft(edit, "Warm the cup."));
  expect([draft.text(), onGone.mock.calls.length]).toEqual(["Warm the cup.", 0]);
  elsewhere(() => storeDraft(edit, ""));

  expect(onGone).toHaveBeenCalledOnce();
});

test("form of an edit that was changed or emptied here stays open", () => {
  const edit = editName("hana", 3);
  const onGone = vi.fn();
  const draft = new CommentDraft(edit, { edited: "Warm the pot." });
  closers.push(draft.open("", onGone));

  const shown = ["Warm the cup.", ""].map((text) => {
    draft.write(text);
    elsewhere(() => storeDraft(edit, ""));
    elsewhere(() => storeDraft(name, `Another comment after ${text}`));
    return draft.text();
  });

  expect(shown).toEqual(["Warm the cup.", ""]);
  expect(onGone).not.toHaveBeenCalled();
});
