// @vitest-environment jsdom
/** Writing a post: what can be written, how it is left, and how it comes back. */
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { draftKey } from "../../../../client/community/compose/draftStorage.ts";
import { hana } from "../../accounts/sessions/member.ts";
import { field, fill, kept, openCreate, type } from "./creating.tsx";
import { button, content, submit, t } from "./writing.tsx";

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

const card = (id: "review" | "shop" | "question") =>
  screen.getByRole<HTMLInputElement>("radio", { name: t(`post.category.${id}`) });

const fold = () => document.querySelector("details");

describe("the form", () => {
  test("opens with the category that the address names, or with a review", () => {
    openCreate({}, "/ja/create?category=question");
    expect(card("question").checked).toBe(true);
    cleanup();

    openCreate({}, "/ja/create?category=general");
    expect(card("review").checked).toBe(true);
  });

  test("shows the fields that the category keeps", async () => {
    const { user } = openCreate();
    expect(field("prefecture")).toBeTruthy();
    await user.click(card("shop"));
    expect([field("prefecture"), field("tea_type") !== null]).toEqual([null, true]);
    await user.click(card("question"));

    expect([field("shop_name"), field("title") !== null]).toEqual([null, true]);
    expect(screen.queryByText(t("createPost.details.heading"))).toBeNull();
  });

  test("comes in the order photos, words, cultivar, stars, and folds the rest", () => {
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
    expect([fold()?.open, fold()?.contains(field("price_yen"))]).toEqual([false, true]);
  });

  test("opens the fold for a value in it, and for an invalid field that was folded", async () => {
    const { user } = openCreate();
    type("茶");
    fill("price_yen", "千円");
    expect(fold()?.open).toBe(true);

    fold()?.removeAttribute("open");
    await user.click(submit());
    expect(fold()?.open).toBe(true);
    expect(document.activeElement).toBe(field("price_yen"));
  });

  test("shows the shop's name of a shop and the prefecture of a region without unfolding", async () => {
    const { user } = openCreate({}, "/ja/create?category=shop");
    expect(fold()?.contains(field("shop_name"))).toBe(false);
    await user.click(screen.getByRole("radio", { name: t("post.category.region-info") }));

    expect(fold()?.contains(field("prefecture"))).toBe(false);
  });

  test("says what another category has emptied, and takes it back", async () => {
    const { user } = openCreate();
    fill("shop_name", "茶舗");
    await user.click(card("question"));
    expect(screen.getByText(/次の項目を消しました：店名/)).toBeTruthy();
    await user.click(button(t("createPost.category.takeBack")));

    expect(field("shop_name")?.value).toBe("茶舗");
    expect(card("review").checked).toBe(true);
  });

  test("counts code points, and speaks of them near the end only", () => {
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

  test("can't be sent while the text is blank", () => {
    openCreate();
    expect(submit().disabled).toBe(true);
    type(" \n　");
    expect(submit().disabled).toBe(true);
    type("茶");

    expect(submit().disabled).toBe(false);
  });

  test("takes stars, and takes them back", async () => {
    const { user } = openCreate();
    await user.click(
      screen.getByRole("radio", { name: t("createPost.rating.stars", { count: 4 }) }),
    );
    expect(screen.getByText(t("createPost.rating.stars", { count: 4 }))).toBeTruthy();
    await user.click(button(t("createPost.rating.clear")));

    expect(screen.getByText(t("createPost.rating.none"))).toBeTruthy();
  });

  test("reads a price back, and says when it is none", () => {
    openCreate();
    fill("price_yen", "１，０８０円");
    expect(screen.getByText("1,080円")).toBeTruthy();
    fill("price_yen", "千円");

    expect(
      screen.getByText(t("createPost.errors.priceInvalid", { most: "10,000,000" })),
    ).toBeTruthy();
  });

  test("says when a field is too long", () => {
    openCreate();
    for (const name of ["title", "shop_name"] as const) fill(name, "茶".repeat(101));

    expect(screen.getAllByText(t("createPost.errors.textTooLong", { most: 100 }))).toHaveLength(2);
  });

  test("finds a cultivar in any spelling, and takes it back", async () => {
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

  test("takes the only cultivar that is left with Enter, and says when there is none", async () => {
    const { user } = openCreate();
    const search = screen.getByRole("searchbox");
    await user.type(search, "qqqqqq");
    expect(await screen.findByText(t("createPost.cultivar.empty"))).toBeTruthy();
    await user.clear(search);
    await user.type(search, "saemidori{Enter}");

    expect(kept()?.draft.tea_variety).toBe("saemidori");
  });

  test("shows only the first of many, and says how many there are", async () => {
    const { user } = openCreate();
    await user.type(screen.getByRole("searchbox"), "みどり");

    await screen.findByText(/ほかに\d+件/);
    expect(document.querySelectorAll(".cultivar-field-found li")).toHaveLength(8);
  });
});

describe("leaving", () => {
  const community = "/ja/community";
  const dialog = () => within(screen.getByRole("alertdialog"));

  test("with nothing written goes to the community at once", async () => {
    const { user, go } = openCreate();
    await user.click(button(t("createPost.bar.cancel")));

    expect(go).toHaveBeenCalledExactlyOnceWith(community);
  });

  test("with something written asks what is to become of it", async () => {
    const { user, go } = openCreate();
    type("新茶");
    await user.click(button(t("createPost.bar.cancel")));
    expect(go).not.toHaveBeenCalled();
    await user.click(dialog().getByRole("button", { name: t("createPost.leave.stay") }));
    expect(screen.queryByRole("alertdialog")).toBeNull();
    await user.click(button(t("createPost.bar.cancel")));
    await user.click(dialog().getByRole("button", { name: t("createPost.leave.keep") }));

    expect(go).toHaveBeenCalledExactlyOnceWith(community);
    expect(kept()?.draft.content).toBe("新茶");
  });

  test("may throw it away", async () => {
    const { user, go } = openCreate();
    type("新茶");
    await user.click(button(t("createPost.bar.cancel")));
    await user.click(dialog().getByRole("button", { name: t("createPost.leave.discard") }));

    expect(go).toHaveBeenCalledExactlyOnceWith(community);
    expect(kept()).toBeNull();
  });
});

describe("the draft", () => {
  test("is there again, and can be begun anew", async () => {
    openCreate();
    type("新茶");
    cleanup();

    const { user } = openCreate();
    expect(content().value).toBe("新茶");
    await user.click(button(t("createPost.draft.startAnew")));

    expect(content().value).toBe("");
    expect(kept()).toBeNull();
  });

  test("follows another tab, and says so until that is put aside", async () => {
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
