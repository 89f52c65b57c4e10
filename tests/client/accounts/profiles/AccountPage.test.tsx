// @vitest-environment jsdom
/** Account page: sessions, data download, account removal, muted and blocked members. */
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import AccountPage from "../../../../client/accounts/profiles/account/AccountPage.tsx";
import { draftName, storeDraft, storeKey } from "../../../../client/community/comments/drafts.ts";
import { draftKey } from "../../../../client/community/compose/draftStorage.ts";
import { Session } from "../../../../client/accounts/sessions/Session.ts";
import type { HiddenList, SessionEntry } from "../../../../client/wire/types.generated.ts";
import { fakeHost, type Replies, refuse } from "../sessions/fakeHost.ts";
import { hana, viewOf } from "../sessions/member.ts";
import { renderForMember, shownMessages } from "../sessions/memberPage.tsx";
import { translate } from "../../messages.ts";

const t = translate.ja;
const thisSession: SessionEntry = {
  id: "1",
  device: "Chrome · Linux",
  created_at: "2026-11-20T01:00:00Z",
  seen_at: "2026-11-21T01:00:00Z",
  is_current: true,
};
const otherSession: SessionEntry = {
  ...thisSession,
  id: "2",
  device: "Safari · iPhone",
  is_current: false,
};

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(cleanup);

async function open(replies: Replies = {}, path = "/ja/account", hidden = nothingHidden) {
  const host = fakeHost({
    "GET /api/session": { body: viewOf(hana) },
    "GET /api/sessions": { body: [thisSession, otherSession] },
    ...replies,
  });
  const onSignedOut = vi.fn();
  const session = new Session({ onMember: vi.fn(), onLanguage: vi.fn(), onSignedOut }, hana.id);
  const rendered = renderForMember(<AccountPage />, {
    page: "account",
    path,
    preloaded: [
      { query: "me", params: {}, data: hana },
      { query: "follows", params: {}, data: { follows: [], asked: null } },
      { query: "hidden", params: {}, data: hidden },
      { query: "sharing", params: {}, data: sharing },
      { query: "decisions", params: {}, data: [] },
    ],
    openSession: async () => session,
  });
  await screen.findByText(otherSession.device, { selector: "b" });
  return { onSignedOut, ...host, ...rendered };
}

const nothingHidden: HiddenList = { members: [], words: [], categories: [], asked: null };
const sharing = { favourites: false, followed_cultivars: false, collections: [] };

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>("button", { name });

describe("session list", () => {
  test("one other session is ended by its button", async () => {
    const { user, count } = await open({ "DELETE /api/sessions/2": { status: 204 } });
    await user.click(button(/Safari/));

    await waitFor(() => expect(screen.queryByText(otherSession.device)).toBeNull());
    expect(count("DELETE /api/sessions/2")).toBe(1);
    expect(screen.getByText(thisSession.device)).toBeTruthy();
  });

  test("button that ends all sessions also signs out this one", async () => {
    const { user, onSignedOut } = await open({ "DELETE /api/sessions": { status: 204 } });
    await user.click(button(t("account.sessions.endAll")));

    await waitFor(() => expect(onSignedOut).toHaveBeenCalledWith("here"));
  });
});

test("account data is a plain download link", async () => {
  await open();
  const link = screen.getByRole("link", { name: t("account.download.action") });

  expect(link.getAttribute("href")).toBe("/api/account/export?language=ja");
  // With the `download` attribute, a refusal would be saved as a file.
  expect(link.hasAttribute("download")).toBe(false);
  expect(screen.queryByRole("alert")).toBeNull();
});

test.each(["running", "busy"] as const)("a refused download says why: %s", async (reason) => {
  await open({}, `/ja/account?export=${reason}`);

  expect(screen.getByRole("alert").textContent).toBe(t(`account.download.${reason}`));
});

test("a download above the limit says in its section how long to wait", async () => {
  await open({}, "/ja/account?export=wait&wait=541#export");

  const alert = screen.getByRole("alert");
  expect(alert.textContent).toBe(t("account.download.wait", { minutes: 10 }));
  expect(alert.closest("section")?.id).toBe("export");
});

test("an unknown reason in the address is not shown", async () => {
  await open({}, "/ja/account?export=<b>");

  expect(screen.queryByRole("alert")).toBeNull();
});

describe("account removal", () => {
  const name = () => screen.getAllByRole("textbox").at(-1) as HTMLElement;
  const removeButton = () => button(t("account.removal.action"));

  test("button is enabled only after the display name is typed exactly", async () => {
    const { user } = await open();
    await user.click(button(t("account.removal.open")));
    expect(removeButton().disabled).toBe(true);
    await user.type(name(), "茶畑");
    expect(removeButton().disabled).toBe(true);
    await user.type(name(), " はな");

    expect(removeButton().disabled).toBe(false);
  });

  test("sends the choice about posts and then signs out", async () => {
    const { user, requests, onSignedOut } = await open({ "DELETE /api/account": { status: 204 } });
    await user.click(button(t("account.removal.open")));
    await user.click(screen.getByRole("radio", { name: t("account.removal.choice.keep") }));
    await user.type(name(), hana.display_name);
    await user.click(removeButton());

    await waitFor(() => expect(onSignedOut).toHaveBeenCalledWith("here"));
    expect(requests.at(-1)?.body).toEqual({ confirmation: hana.display_name, posts: "keep" });
  });

  /** Stores a draft of each kind for a member, as the pages on which it is written do. */
  function storeDrafts(memberId: string): void {
    localStorage.setItem(draftKey(memberId), "{}");
    localStorage.setItem(draftKey(memberId, 12), "{}");
    storeDraft(draftName(memberId, 12), "The second cup");
    storeKey(draftName(memberId, 13), "The third cup", "0a1b2c3d-0000-4000-8000-000000000000");
    sessionStorage.setItem(`profile-draft:${memberId}`, '{"bio":"…"}');
  }

  test("removes the member's drafts from this browser, and no other member's", async () => {
    storeDrafts(hana.id);
    storeDrafts("alex");
    const { user, onSignedOut } = await open({ "DELETE /api/account": { status: 204 } });
    await user.click(button(t("account.removal.open")));
    await user.type(name(), hana.display_name);
    await user.click(removeButton());

    await waitFor(() => expect(onSignedOut).toHaveBeenCalledWith("here"));
    const stored = JSON.stringify([{ ...localStorage }, { ...sessionStorage }]);
    expect(stored).not.toContain(hana.id);
    expect(stored.split("alex")).toHaveLength(6);
  });

  test("refusal is shown inside the dialog and keeps the session", async () => {
    const refusal = refuse(422, "profileEdit.errors.confirmationMismatch");
    const { user, onSignedOut } = await open({ "DELETE /api/account": refusal });
    await user.click(button(t("account.removal.open")));
    await user.type(name(), hana.display_name);
    await user.click(removeButton());

    await waitFor(() => expect(shownMessages()).toHaveLength(1));
    expect(document.querySelector("dialog .message")).toBeTruthy();
    expect(onSignedOut).not.toHaveBeenCalled();
  });
});

describe("muted and blocked", () => {
  const alex = { id: "alex", display_name: "Alex", avatar_url: null };
  const since = "2026-11-20T01:00:00Z";
  const list: HiddenList = {
    members: [{ member: alex, kind: "block", created_at: since }],
    words: ["抹茶", "latte"],
    categories: ["question"],
    asked: null,
  };

  test("button of a member ends the block", async () => {
    await open({}, "/ja/account", list);
    const end = button(/ブロックを解除/);

    expect([end.name, end.value]).toEqual(["show", "alex"]);
    expect(end.form?.method).toBe("post");
  });

  test("muted words and categories are in their fields", async () => {
    await open({}, "/ja/account", list);
    const words = screen.getByRole<HTMLTextAreaElement>("textbox", {
      name: t("hidden.words.label"),
    });

    expect(words.value).toBe("抹茶\nlatte");
    const checked = screen
      .getAllByRole<HTMLInputElement>("checkbox")
      .filter((box) => box.checked)
      .map((box) => box.value);
    expect(checked).toEqual(["question"]);
  });

  test("a word that the host would refuse stays in its field with the reason", async () => {
    const { user } = await open({}, "/ja/account", list);
    const words = screen.getByRole<HTMLTextAreaElement>("textbox", {
      name: t("hidden.words.label"),
    });

    await user.clear(words);
    await user.type(words, "茶{enter}a");
    expect(words.validationMessage).toBe(t("hidden.errors.shortWord", { least: 2 }));
    await user.type(words, "b");
    expect(words.validationMessage).toBe("");
    expect(words.value).toBe("茶\nab");
  });

  test("a word of 50 characters is accepted, an emoji counted as one", async () => {
    await open({}, "/ja/account", list);
    const words = screen.getByRole<HTMLTextAreaElement>("textbox", {
      name: t("hidden.words.label"),
    });

    fireEvent.input(words, { target: { value: "🍵".repeat(50) } });
    expect(words.validationMessage).toBe("");
    fireEvent.input(words, { target: { value: "🍵".repeat(51) } });

    expect(words.validationMessage).toBe(t("hidden.errors.longWord", { most: 50 }));
  });

  test("the member whom the address names can be muted or blocked", async () => {
    await open({}, "/ja/account?hide=alex", { ...list, members: [], asked: alex });

    expect(screen.getByRole("heading", { name: /Alex/ })).toBeTruthy();
    expect(screen.getAllByRole("radio").map((one) => one.getAttribute("value"))).toEqual([
      "mute",
      "block",
    ]);
  });

  test("outcome of a form is shown", async () => {
    await open({}, "/ja/account?hidden=saved", list);
    expect(screen.getByText(t("hidden.saved")).getAttribute("role")).toBe("status");
    cleanup();

    await open({}, "/ja/account?hidden=longWord", list);
    const refused = t("hidden.errors.longWord", { most: 50 });
    expect(screen.getByText(refused).getAttribute("role")).toBe("alert");
  });
});
