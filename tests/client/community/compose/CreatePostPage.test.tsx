// @vitest-environment jsdom
/** Form of a new post: fields, leaving and draft. */
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { draftKey } from "../../../../client/community/compose/draftStorage.ts";
import { hana } from "../../accounts/sessions/member.ts";
import { field, fill, storedDraft, openCreate, type } from "./openCreatePage.tsx";
import { button, content, submit, t } from "./postForm.tsx";

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

const categoryCard = (id: "review" | "shop" | "question") =>
  screen.getByRole<HTMLInputElement>("radio", { name: t(`post.category.${id}`) });

const otherFields = () => document.querySelector("details");

describe("post form", () => {
  test("preselects the category of the address, or review", () => {
    openCreate({}, "/ja/create?category=question");
    expect(categoryCard("question").checked).toBe(true);
    cleanup();

    openCreate({}, "/ja/create?category=general");
    expect(categoryCard("review").checked).toBe(true);
  });

  test("shows the fields of the chosen category", async () => {
    const { user } = openCreate();
    expect(field("prefecture")).toBeTruthy();
    await user.click(categoryCard("shop"));
    expect([field("prefecture"), field("tea_type") !== null]).toEqual([null, true]);
    await user.click(categoryCard("question"));

    expect([field("shop_name"), field("title") !== null]).toEqual([null, true]);
    expect(screen.queryByText(t("createPost.details.heading"))).toBeNull();
  });

  test("has photos, text, cultivar and rating first and collapses the other fields", () => {
    openCreate();
    const places = [
      t("createPost.pictures.add"),
      t("createPost.words.content"),
      t("createPost.fields.tea_variety"),
      t("createPost.fields.rating"),
      t("createPost.details.more"),
      t("createPost.fields.tea_type"),
    ].map((name) => document.querySelector("form")?.textContent.indexOf(name));

    expect(places).toEqual([...places].sort((a, b) => Number(a) - Number(b)));
    expect(places).not.toContain(-1);
    expect([otherFields()?.open, otherFields()?.contains(field("price_yen"))]).toEqual([
      false,
      true,
    ]);
  });

  test("expands the other fields for a value and for an invalid field", async () => {
    const { user } = openCreate();
    type("茶");
    fill("price_yen", "千円");
    expect(otherFields()?.open).toBe(true);

    otherFields()?.removeAttribute("open");
    await user.click(submit());
    expect(otherFields()?.open).toBe(true);
    expect(document.activeElement).toBe(field("price_yen"));
  });

  test("shows a shop's name and a region's prefecture without expanding", async () => {
    const { user } = openCreate({}, "/ja/create?category=shop");
    expect(otherFields()?.contains(field("shop_name"))).toBe(false);
    await user.click(screen.getByRole("radio", { name: t("post.category.region-info") }));

    expect(otherFields()?.contains(field("prefecture"))).toBe(false);
  });

  test("lists fields cleared by a category change and restores them on undo", async () => {
    const { user } = openCreate();
    fill("shop_name", "茶舗");
    await user.click(categoryCard("question"));
    expect(screen.getByText(/次の項目を消しました：店名/)).toBeTruthy();
    await user.click(button(t("createPost.category.takeBack")));

    expect(field("shop_name")?.value).toBe("茶舗");
    expect(categoryCard("review").checked).toBe(true);
  });

  test("names cleared fields also in a category that has them", async () => {
    const { user } = openCreate();
    fill("shop_name", "茶舗");
    await user.click(categoryCard("question"));
    await user.click(categoryCard("review"));

    const notice = document.querySelector(".category-cleared > p")?.textContent;
    expect(notice).toBe("カテゴリーを変えたため、次の項目を消しました：店名");
  });

  test("counts code points and announces the count only near the limit", () => {
    openCreate();
    type("𠮷茶🍵か\u3099");
    expect(screen.getByText("4 / 300")).toBeTruthy();
    const spoken = () => document.querySelector(".text-field [role=status]")?.textContent;
    expect(spoken()).toBe("");

    type("あ".repeat(255));
    const first = spoken();
    type("あ".repeat(256));

    expect(first).toBe(t("createPost.words.near", { count: 50 }));
    expect(spoken()).toBe(first);
    type("あ".repeat(300));
    expect(spoken()).toBe(t("createPost.words.full"));
    type("あ".repeat(301));
    expect(spoken()).toBe(t("createPost.words.over"));
  });

  test("disables the submit button while the text is blank", () => {
    openCreate();
    expect(submit().disabled).toBe(true);
    type(" \n　");
    expect(submit().disabled).toBe(true);
    type("茶");

    expect(submit().disabled).toBe(false);
  });

  test("accepts a rating and clears it", async () => {
    const { user } = openCreate();
    await user.click(
      screen.getByRole("radio", { name: t("createPost.rating.stars", { count: 4 }) }),
    );
    expect(screen.getByText(t("createPost.rating.stars", { count: 4 }))).toBeTruthy();
    await user.click(button(t("createPost.rating.clear")));

    expect(screen.getByText(t("createPost.rating.none"))).toBeTruthy();
  });

  test("shows the parsed price, or an error for an invalid one", () => {
    openCreate();
    fill("price_yen", "１，０８０円");
    expect(screen.getByText("1,080円")).toBeTruthy();
    fill("price_yen", "千円");

    expect(
      screen.getByText(t("createPost.errors.priceInvalid", { most: "10,000,000" })),
    ).toBeTruthy();
  });

  test("shows an error for a field that is too long", () => {
    openCreate();
    for (const name of ["title", "shop_name"] as const) fill(name, "茶".repeat(101));

    expect(screen.getAllByText(t("createPost.errors.textTooLong", { most: 100 }))).toHaveLength(2);
  });

  test("finds a cultivar by half-width kana and removes it again", async () => {
    const { user } = openCreate();
    const search = screen.getByRole("searchbox", { name: t("createPost.fields.tea_variety") });
    await user.type(search, "ｵｸﾐﾄﾞﾘ");
    await user.click(await screen.findByRole("button", { name: /おくみどり/ }));
    const chosen = () => document.querySelector(".cultivar-field-chosen");
    expect(chosen()?.textContent).toContain("おくみどり");
    await waitFor(() =>
      expect(document.activeElement?.textContent).toBe(t("createPost.cultivar.remove")),
    );
    await user.click(button(t("createPost.cultivar.remove")));

    expect(chosen()).toBeNull();
  });

  test("selects the only matching cultivar with Enter and shows an empty state", async () => {
    const { user } = openCreate();
    const search = screen.getByRole("searchbox");
    await user.type(search, "qqqqqq");
    expect(await screen.findByText(t("createPost.cultivar.empty"))).toBeTruthy();
    await user.clear(search);
    await user.type(search, "saemidori{Enter}");

    expect(storedDraft()?.draft.tea_variety).toBe("saemidori");
  });

  test("shows eight of many cultivars and the number of others", async () => {
    const { user } = openCreate();
    await user.type(screen.getByRole("searchbox"), "みどり");

    await screen.findByText(/ほかに\d+件/);
    expect(document.querySelectorAll(".cultivar-field-found li")).toHaveLength(8);
  });
});

describe("post form cancel", () => {
  const community = "/ja/community";
  const dialog = async () => within(await screen.findByRole("alertdialog"));

  test("of an empty form redirects to the community at once", async () => {
    const { user, go } = openCreate();
    await user.click(button(t("createPost.bar.cancel")));

    expect(go).toHaveBeenCalledExactlyOnceWith(community);
  });

  test("of a filled form opens a dialog to stay or to keep the draft", async () => {
    const { user, go } = openCreate();
    type("新茶");
    await user.click(button(t("createPost.bar.cancel")));
    expect(go).not.toHaveBeenCalled();
    await user.click((await dialog()).getByRole("button", { name: t("createPost.leave.stay") }));
    expect(screen.queryByRole("alertdialog")).toBeNull();
    await user.click(button(t("createPost.bar.cancel")));
    await user.click((await dialog()).getByRole("button", { name: t("createPost.leave.keep") }));

    expect(go).toHaveBeenCalledExactlyOnceWith(community);
    expect(storedDraft()?.draft.content).toBe("新茶");
  });

  test("with discard removes the draft", async () => {
    const { user, go } = openCreate();
    type("新茶");
    await user.click(button(t("createPost.bar.cancel")));
    await user.click((await dialog()).getByRole("button", { name: t("createPost.leave.discard") }));

    expect(go).toHaveBeenCalledExactlyOnceWith(community);
    expect(storedDraft()).toBeNull();
  });
});

describe("post form draft", () => {
  test("is restored and can be discarded", async () => {
    openCreate();
    type("新茶");
    cleanup();

    const { user } = openCreate();
    expect(content().value).toBe("新茶");
    await user.click(button(t("createPost.draft.startAnew")));

    expect(content().value).toBe("");
    expect(storedDraft()).toBeNull();
  });

  test("follows another tab and shows a notice that can be closed", async () => {
    const { user } = openCreate();
    type("こちら");
    const key = draftKey(hana.id);
    const text = localStorage.getItem(key)?.replace("こちら", "あちら") ?? null;
    fireEvent(window, new StorageEvent("storage", { key: "other", newValue: null }));
    fireEvent(window, new StorageEvent("storage", { key, newValue: text }));

    expect(content().value).toBe("あちら");
    expect(screen.getByText(t("createPost.draft.changedElsewhere"))).toBeTruthy();
    await user.click(button(t("createPost.draft.close")));
    expect(screen.queryByText(t("createPost.draft.changedElsewhere"))).toBeNull();
  });
});
