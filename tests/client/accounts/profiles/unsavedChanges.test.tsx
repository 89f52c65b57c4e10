// @vitest-environment jsdom
/** Unsaved profile changes: warning before unload, and restoration. */
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import ProfileEditPage from "../../../../client/accounts/profiles/edit/ProfileEditPage.tsx";
import { inPage } from "../../renderPage.tsx";
import { hana } from "../sessions/member.ts";
import { namesIn } from "../sessions/memberPage.tsx";
import { translate } from "../../messages.ts";
import { button, field, open } from "./openProfileEdit.tsx";

const t = translate.ja;
beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

describe("unsaved profile changes", () => {
  const isUnloadPrevented = () => {
    const event = new Event("beforeunload", { cancelable: true });
    dispatchEvent(event);
    return event.defaultPrevented;
  };

  test("prevent unloading only while the form differs", async () => {
    const { user } = open();
    expect(isUnloadPrevented()).toBe(false);

    await user.click(button("煎茶"));
    expect(isUnloadPrevented()).toBe(true);
    await user.click(button("玉露"));

    expect(isUnloadPrevented()).toBe(false);
  });

  test("are restored after a reload until undone", async () => {
    const bio = () => field(t("profileEdit.words.bio")).value;
    const { user } = open();
    await user.type(field(t("profileEdit.words.bio")), "煎茶");
    cleanup();

    const again = open();
    expect(bio()).toBe("煎茶");
    await again.user.click(button(t("profileEdit.draft.undo")));
    expect(bio()).toBe("");
    cleanup();

    open();
    expect(bio()).toBe("");
    expect(screen.queryByText(t("profileEdit.draft.restored"))).toBeNull();
  });

  test("are removed by Cancel once the member has left, not if the member stays", () => {
    const stored = () => sessionStorage.getItem(`profile-draft:${hana.id}`);
    const link = () => screen.getByRole("link", { name: t("profileEdit.cancel") });
    const cancel = () => {
      // jsdom cannot leave its document.
      addEventListener("click", (event) => event.preventDefault(), { capture: true, once: true });
      fireEvent.click(link());
    };
    open();
    fireEvent.change(field(t("profileEdit.words.bio")), { target: { value: "煎茶" } });
    cancel();
    fireEvent.keyDown(document.body, { key: "a" });
    dispatchEvent(new Event("pagehide"));
    expect(stored()).not.toBeNull();
    cancel();
    // The browser asks once for the link, and again for a reload.
    expect([isUnloadPrevented(), isUnloadPrevented()]).toEqual([true, true]);
    dispatchEvent(new Event("pagehide"));
    expect(stored()).not.toBeNull();

    cancel();
    expect(isUnloadPrevented()).toBe(true);
    dispatchEvent(new Event("pagehide"));
    expect(stored()).toBeNull();
  });

  test("are not restored for another member or from an invalid draft", async () => {
    const { user } = open();
    await user.type(field(t("profileEdit.words.bio")), "煎茶");
    cleanup();
    open({}, { ...hana, id: "another" });
    expect(field(t("profileEdit.words.bio")).value).toBe("");
    cleanup();

    sessionStorage.setItem(`profile-draft:${hana.id}`, '{"bio":7}');
    open();
    expect(field(t("profileEdit.words.bio")).value).toBe("");
  });

  test("do not overwrite a language that was saved meanwhile", async () => {
    const { user } = open();
    await user.type(field(t("profileEdit.words.bio")), "煎茶");
    cleanup();

    open({}, { ...hana, language: "en" });
    expect(field(t("profileEdit.words.bio")).value).toBe("煎茶");
    expect(document.querySelector("select")?.value).toBe("en");
  });

  test("are cleared after saving", async () => {
    const { user, loads } = open();
    await user.click(button("煎茶"));
    await user.click(button(t("profileEdit.save.idle")));
    await waitFor(() => expect(loads).toHaveLength(1));

    expect(isUnloadPrevented()).toBe(false);
    expect(sessionStorage.getItem(`profile-draft:${hana.id}`)).toBeNull();
  });

  /** Returns the page as the worker renders it. */
  const page = () =>
    inPage(<ProfileEditPage />, {
      page: "profileEdit",
      language: "ja",
      path: "/ja/profile/edit",
      preloaded: [
        { query: "me", params: {}, data: hana },
        { query: "cultivarNames", params: {}, data: namesIn("ja") },
      ],
    });

  test("include the language chosen before hydration", async () => {
    const shown = page();
    const container = document.body.appendChild(document.createElement("div"));
    container.innerHTML = renderToString(shown);
    const select = () => container.querySelector("select");
    fireEvent.input(select() ?? container, { target: { value: "en" } });

    render(shown, { container, hydrate: true });

    await waitFor(() => expect(isUnloadPrevented()).toBe(true));
    expect(select()?.value).toBe("en");
    container.remove();
  });

  test("cannot be submitted natively before hydration, which would put them into the address", () => {
    const html = renderToString(page());

    expect(html).toMatch(/<button[^>]* type="submit" disabled=""/);
    open();
    expect(button(t("profileEdit.save.idle")).disabled).toBe(false);
  });
});
