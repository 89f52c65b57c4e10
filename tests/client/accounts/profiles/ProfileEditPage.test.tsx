// @vitest-environment jsdom
/** Profile form: fields, saving, refusals and missing profile. */
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { refuse } from "../sessions/fakeHost.ts";
import { hana } from "../sessions/member.ts";
import { shownMessages } from "../sessions/memberPage.tsx";
import { translate } from "../../messages.ts";
import { button, field, open } from "./openProfileEdit.tsx";

const t = translate.ja;
beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const storedMessages = () => sessionStorage.getItem("messages");

describe("profile form", () => {
  test("shows the stored values", () => {
    open();

    expect(field(t("profileEdit.words.name")).value).toBe(hana.display_name);
    expect(field(t("profileEdit.words.bio")).getAttribute("rows")).toBe("4");
    expect(button("玉露").getAttribute("aria-pressed")).toBe("true");
    expect(
      screen.getByText("おくみどり", { selector: ".favourite-cultivar-chosen *" }),
    ).toBeTruthy();
  });

  test("bio counter counts code points", async () => {
    const { user } = open();
    await user.type(field(t("profileEdit.words.bio")), "𠮷茶🍵");

    expect(screen.getByText("3 / 500")).toBeTruthy();
  });

  test("bio above 500 characters shows an error, and saving only moves the focus to it", async () => {
    const { user, count } = open();
    fireEvent.change(field(t("profileEdit.words.bio")), { target: { value: "あ".repeat(501) } });

    await user.click(button(t("profileEdit.save.idle")));

    expect(document.activeElement).toBe(field(t("profileEdit.words.bio")));
    expect(count("PUT /api/profiles/me")).toBe(0);
    expect(screen.getByText(t("profileEdit.errors.bioTooLong", { most: 500 }))).toBeTruthy();
    expect(screen.getByText(t("profileEdit.over", { count: 1 }))).toBeTruthy();
  });

  test("missing name is announced and gets the focus", async () => {
    const { user } = open();
    const name = field(t("profileEdit.words.name"));
    await user.clear(name);
    await user.click(button(t("profileEdit.save.idle")));

    const problem = t("profileEdit.errors.displayNameRequired");
    expect(screen.getAllByRole("status").map((one) => one.textContent)).toContain(problem);
    expect(document.activeElement).toBe(name);
    expect(name.getAttribute("aria-required")).toBe("true");
  });

  test("pressed tea type is deselected by a second press", async () => {
    const { user } = open();
    await user.click(button("玉露"));
    expect(button("玉露").getAttribute("aria-pressed")).toBe("false");

    await user.click(button("煎茶"));
    await user.click(button("抹茶"));

    expect(button("煎茶").getAttribute("aria-pressed")).toBe("false");
    expect(button("抹茶").getAttribute("aria-pressed")).toBe("true");
  });

  test("Enter during IME composition does not submit", () => {
    const { count } = open();
    const isFree = fireEvent.keyDown(field(t("profileEdit.words.name")), {
      key: "Enter",
      isComposing: true,
    });

    expect(isFree).toBe(false);
    expect(count("PUT /api/profiles/me")).toBe(0);
  });
});

describe("favourite cultivar", () => {
  const choices = () => screen.queryAllByRole("button", { name: /^[^ ]+[A-Z]/ });
  const suggestionsShown = () => waitFor(() => expect(choices()).toHaveLength(4));

  test("shuffle replaces the four suggestions with four others", async () => {
    const { user } = open();
    await suggestionsShown();
    const before = choices().map(({ textContent }) => textContent);

    await user.click(button(t("profileEdit.cultivar.shuffle")));

    const after = choices().map(({ textContent }) => textContent);
    expect(after).toHaveLength(4);
    expect(after.filter((name) => before.includes(name))).toEqual([]);
  });

  test("search matches half of a name in katakana and hides the shuffle button", async () => {
    const { user } = open();
    await suggestionsShown();
    await user.type(screen.getByRole("searchbox"), "サエミドリ");

    expect(choices().map(({ textContent }) => textContent)).toEqual(["さえみどりSaemidori"]);
    expect(screen.queryByRole("button", { name: t("profileEdit.cultivar.shuffle") })).toBeNull();
    expect(storedMessages()).toBeNull();
  });

  test("Enter takes the only match, and nothing while several match", async () => {
    const { user, count } = open();
    await suggestionsShown();
    const search = screen.getByRole<HTMLInputElement>("searchbox");
    const chosen = () => document.querySelector(".favourite-cultivar-chosen")?.textContent;
    await user.type(search, "みどり{Enter}");
    expect(chosen()).toContain("おくみどり");
    expect(search.value).toBe("みどり");

    await user.clear(search);
    await user.type(search, "サエミドリ{Enter}");

    expect(chosen()).toContain("さえみどり");
    expect(search.value).toBe("");
    expect(count("PUT /api/profiles/me")).toBe(0);
  });

  test("that is searched but not chosen stops saving with a message", async () => {
    const { user, count } = open();
    await suggestionsShown();
    const search = screen.getByRole<HTMLInputElement>("searchbox");
    await user.type(search, "サエミドリ");
    await user.click(button(t("profileEdit.save.idle")));

    expect(shownMessages()).toEqual([
      t("profileEdit.cultivar.notChosen", { search: "サエミドリ" }),
    ]);
    expect(document.activeElement).toBe(search);
    expect(count("PUT /api/profiles/me")).toBe(0);
    await user.type(search, "{Enter}");
    expect(shownMessages()).toEqual([]);
  });

  test("remove button clears the choice", async () => {
    const { user } = open();
    await user.click(button(t("profileEdit.cultivar.remove")));

    expect(screen.getByText(t("profileEdit.cultivar.none"))).toBeTruthy();
  });
});

describe("profile saving", () => {
  test("sends the draft, stores a message and reloads the profile", async () => {
    const { user, requests, loads } = open();
    await user.clear(field(t("profileEdit.words.name")));
    await user.type(field(t("profileEdit.words.name")), " はな ");
    await user.click(button("玉露"));
    await user.click(button(t("profileEdit.save.idle")));

    await waitFor(() => expect(loads).toEqual(["/ja/profile"]));
    expect(requests.find(({ method }) => method === "PUT")).toMatchObject({
      csrf: `csrf of ${hana.id}`,
      body: { display_name: "はな", favorite_tea_type: null, bio: null, language: "ja" },
    });
    expect(storedMessages()).toContain(t("profileEdit.saved"));
  });

  test("changed language redirects to the profile and message in that language", async () => {
    const { user, loads } = open();
    await user.selectOptions(screen.getByRole("combobox"), "en");
    await user.click(button(t("profileEdit.save.idle")));

    await waitFor(() => expect(loads).toEqual(["/profile"]));
    expect(storedMessages()).toContain(translate.en("profileEdit.saved"));
  });

  test("refusal shows the reason and keeps the form values", async () => {
    const refusal = refuse(422, "profileEdit.errors.displayNameReserved");
    const { user, loads } = open({ "PUT /api/profiles/me": refusal });
    await user.type(field(t("profileEdit.words.bio")), "煎茶");
    await user.click(button(t("profileEdit.save.idle")));

    const reason = t("profileEdit.errors.displayNameReserved");
    await waitFor(() =>
      expect(shownMessages()).toEqual([t("profileEdit.errors.saveFailed", { reason })]),
    );
    expect(field(t("profileEdit.words.bio")).value).toBe("煎茶");
    expect(button(t("profileEdit.save.idle")).disabled).toBe(false);
    expect(loads).toEqual([]);
  });

  test("double click sends one request", async () => {
    const { user, count } = open();
    await user.dblClick(button(t("profileEdit.save.idle")));
    await waitFor(() => expect(storedMessages()).toBeTruthy());

    expect(count("PUT /api/profiles/me")).toBe(1);
  });

  test("is aborted when the avatar removal is refused", async () => {
    const me = { ...hana, avatar_url: "/media/a.webp" };
    const refusal = refuse(503, "profileEdit.errors.uploadFailed");
    const { user, count } = open({ "DELETE /api/profiles/me/avatar": refusal }, me);
    await user.click(button(t("profileEdit.avatar.remove")));
    await user.click(button(t("profileEdit.save.idle")));

    const reason = t("profileEdit.errors.uploadFailed");
    await waitFor(() =>
      expect(shownMessages()).toEqual([t("profileEdit.errors.avatarFailed", { reason })]),
    );
    expect(count("PUT /api/profiles/me")).toBe(0);
  });

  test("is aborted with the login message when the session is over", async () => {
    const me = { ...hana, avatar_url: "/media/a.webp" };
    const over = refuse(401, "login.required");
    const replies = { "DELETE /api/profiles/me/avatar": over, "POST /api/session/refresh": over };
    const { user } = open(replies, me);
    await user.click(button(t("profileEdit.avatar.remove")));
    await user.click(button(t("profileEdit.save.idle")));

    const reason = t("profileEdit.errors.notAuthenticated");
    await waitFor(() =>
      expect(shownMessages()).toContain(t("profileEdit.errors.avatarFailed", { reason })),
    );
  });
});

describe("avatar file", () => {
  const choose = (file: File) => {
    const input = document.querySelector("input[type=file]");
    if (input) fireEvent.change(input, { target: { files: [file] } });
  };

  test("of an unsupported type is refused with the specified message", async () => {
    open();
    choose(new File(["<svg/>"], "a.svg", { type: "image/svg+xml" }));

    await waitFor(() =>
      expect(shownMessages()).toEqual(["対応している画像形式は JPEG, PNG, GIF, WebP です"]),
    );
  });

  test("above 5 MB is refused", async () => {
    open();
    choose(new File([new Uint8Array(5_242_881)], "a.png", { type: "image/png" }));

    await waitFor(() =>
      expect(shownMessages()).toEqual(["ファイルサイズが大きすぎます（5MBまで）。"]),
    );
  });

  test("removes the message on the picture chosen before", async () => {
    open();
    choose(new File(["<svg/>"], "a.svg", { type: "image/svg+xml" }));
    await waitFor(() => expect(shownMessages()).toHaveLength(1));

    choose(new File([new Uint8Array(5_242_881)], "a.png", { type: "image/png" }));

    await waitFor(() =>
      expect(shownMessages()).toEqual(["ファイルサイズが大きすぎます（5MBまで）。"]),
    );
  });
});

describe("missing profile", () => {
  test("is requested again after one second", async () => {
    vi.useFakeTimers();
    const { count } = open({ "GET /api/profiles/me": { body: hana } }, null);
    await vi.advanceTimersByTimeAsync(999);
    expect(count("GET /api/profiles/me")).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    vi.useRealTimers();

    await waitFor(() => expect(field(t("profileEdit.words.name")).value).toBe(hana.display_name));
    expect(count("GET /api/profiles/me")).toBe(1);
  });

  test("shows an error with a retry panel after the second 404", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    open({ "GET /api/profiles/me": refuse(404, "PGRST116") }, null);
    await vi.advanceTimersByTimeAsync(1010);

    await waitFor(() => expect(shownMessages()).toEqual([t("profile.missing")]));
    expect(within(document.body).getByText(t("profile.failed"))).toBeTruthy();
  });
});

test("sign-out completes although the host returns 503", async () => {
  const { user, onSignedOut } = open({ "DELETE /api/session": refuse(503, "app.unavailable") });
  await user.click(button(t("profileEdit.leave.signOut")));

  await waitFor(() => expect(onSignedOut).toHaveBeenCalledExactlyOnceWith("here"));
});
