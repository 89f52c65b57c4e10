// @vitest-environment jsdom
/** Account page: sessions, data download and account removal. */
import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import AccountPage from "../../../../client/accounts/profiles/account/AccountPage.tsx";
import { Session } from "../../../../client/accounts/sessions/Session.ts";
import type { SessionEntry } from "../../../../client/wire/types.generated.ts";
import { fakeHost, type Replies, refuse } from "../sessions/fakeHost.ts";
import { hana, viewOf } from "../sessions/member.ts";
import { draw, messages, say } from "../sessions/surroundings.tsx";

const t = say.ja;
const here: SessionEntry = {
  id: "1",
  device: "Chrome · Linux",
  created_at: "2026-11-20T01:00:00Z",
  seen_at: "2026-11-21T01:00:00Z",
  is_current: true,
};
const there: SessionEntry = { ...here, id: "2", device: "Safari · iPhone", is_current: false };

beforeEach(() => {
  localStorage.clear();
  // jsdom has the element but not its methods.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
  };
});
afterEach(cleanup);

async function open(replies: Replies = {}, path = "/ja/account") {
  const host = fakeHost({
    "GET /api/session": { body: viewOf(hana) },
    "GET /api/sessions": { body: [here, there] },
    ...replies,
  });
  const onSignedOut = vi.fn();
  const session = new Session({ onMember: vi.fn(), onLanguage: vi.fn(), onSignedOut }, hana.id);
  const drawn = draw(<AccountPage />, {
    page: "account",
    path,
    preloaded: [{ query: "me", params: {}, data: hana }],
    openSession: async () => session,
  });
  await screen.findByText(there.device, { selector: "b" });
  return { onSignedOut, ...host, ...drawn };
}

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>("button", { name });

describe("session list", () => {
  test("one other session is ended by its button", async () => {
    const { user, count } = await open({ "DELETE /api/sessions/2": { status: 204 } });
    await user.click(button(/Safari/));

    await waitFor(() => expect(screen.queryByText(there.device)).toBeNull());
    expect(count("DELETE /api/sessions/2")).toBe(1);
    expect(screen.getByText(here.device)).toBeTruthy();
  });

  test("end-all button also signs out this session", async () => {
    const { user, onSignedOut } = await open({ "DELETE /api/sessions": { status: 204 } });
    await user.click(button(t("account.sessions.endAll")));

    await waitFor(() => expect(onSignedOut).toHaveBeenCalledWith("here"));
  });
});

test("account data is a plain download link", async () => {
  await open();
  const link = screen.getByRole("link", { name: t("account.download.action") });

  expect(link.getAttribute("href")).toBe("/api/account/export");
  // With the attribute, a refusal would be saved as a file and never be read.
  expect(link.hasAttribute("download")).toBe(false);
  expect(screen.queryByRole("alert")).toBeNull();
});

test.each(["running", "wait", "busy"] as const)(
  "a refused download says why: %s",
  async (reason) => {
    await open({}, `/ja/account?export=${reason}`);

    expect(screen.getByRole("alert").textContent).toBe(t(`account.download.${reason}`));
  },
);

test("an unknown reason in the address is not shown", async () => {
  await open({}, "/ja/account?export=<b>");

  expect(screen.queryByRole("alert")).toBeNull();
});

describe("account removal", () => {
  const name = () => screen.getByRole("textbox");
  const doIt = () => button(t("account.removal.action"));

  test("button is enabled only after the display name is typed exactly", async () => {
    const { user } = await open();
    await user.click(button(t("account.removal.open")));
    expect(doIt().disabled).toBe(true);
    await user.type(name(), "茶畑");
    expect(doIt().disabled).toBe(true);
    await user.type(name(), " はな");

    expect(doIt().disabled).toBe(false);
  });

  test("sends the choice about posts and then signs out", async () => {
    const { user, asked, onSignedOut } = await open({ "DELETE /api/account": { status: 204 } });
    await user.click(button(t("account.removal.open")));
    await user.click(screen.getByRole("radio", { name: t("account.removal.choice.keep") }));
    await user.type(name(), hana.display_name);
    await user.click(doIt());

    await waitFor(() => expect(onSignedOut).toHaveBeenCalledWith("here"));
    expect(asked.at(-1)?.body).toEqual({ confirmation: hana.display_name, posts: "keep" });
  });

  test("refusal is shown inside the dialog and keeps the session", async () => {
    const refusal = refuse(422, "profileEdit.errors.confirmationMismatch");
    const { user, onSignedOut } = await open({ "DELETE /api/account": refusal });
    await user.click(button(t("account.removal.open")));
    await user.type(name(), hana.display_name);
    await user.click(doIt());

    await waitFor(() => expect(messages()).toHaveLength(1));
    expect(document.querySelector("dialog .message")).toBeTruthy();
    expect(onSignedOut).not.toHaveBeenCalled();
  });
});
