// @vitest-environment jsdom
/** Writing a post: what can be written, what is sent, and what happens when sending goes wrong. */
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import CreatePostPage from "../../../../client/community/compose/CreatePostPage.tsx";
import { draftKey, readKept } from "../../../../client/community/compose/draftStorage.ts";
import { gone, type Replies, refuse } from "../../sessions/fakeHost.ts";
import { hana } from "../../sessions/member.ts";
import { messages } from "../../sessions/surroundings.tsx";
import { aPost } from "../posts.ts";
import { button, content, submit, t, write } from "./writing.tsx";

const create = "POST /api/posts";
afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

function open(replies: Replies = {}, path = "/ja/create") {
  const stored = { status: 201, body: aPost({ id: 77 }) };
  return write(<CreatePostPage />, { [create]: stored, ...replies }, { path });
}

const card = (id: "review" | "shop" | "question") =>
  screen.getByRole<HTMLInputElement>("radio", { name: t(`post.category.${id}`) });
const field = (name: "title" | "shop_name" | "price_yen" | "prefecture" | "tea_type") =>
  screen.queryByLabelText<HTMLInputElement>(t(`createPost.fields.${name}`));
const type = (text: string) => fireEvent.change(content(), { target: { value: text } });
const kept = () => readKept(draftKey(hana.id));

describe("the form", () => {
  test("opens with the category that the address names, or with a review", () => {
    open({}, "/ja/create?category=question");
    expect(card("question").checked).toBe(true);
    cleanup();

    open({}, "/ja/create?category=general");
    expect(card("review").checked).toBe(true);
  });

  test("shows the fields that the category keeps", async () => {
    const { user } = open();
    expect(field("prefecture")).toBeTruthy();
    await user.click(card("shop"));
    expect([field("prefecture"), field("tea_type") !== null]).toEqual([null, true]);
    await user.click(card("question"));

    expect([field("shop_name"), field("title") !== null]).toEqual([null, true]);
    expect(screen.queryByText(t("createPost.details.heading"))).toBeNull();
  });

  test("says what another category has emptied, and takes it back", async () => {
    const { user } = open();
    fireEvent.change(field("shop_name") ?? document, { target: { value: "茶舗" } });
    await user.click(card("question"));
    expect(screen.getByText(/次の項目を消しました：店名/)).toBeTruthy();
    await user.click(button(t("createPost.category.takeBack")));

    expect(field("shop_name")?.value).toBe("茶舗");
    expect(card("review").checked).toBe(true);
  });

  test("counts code points, and speaks of them near the end only", () => {
    open();
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
    open();
    expect(submit().disabled).toBe(true);
    type(" \n　");
    expect(submit().disabled).toBe(true);
    type("茶");

    expect(submit().disabled).toBe(false);
  });

  test("takes stars, and takes them back", async () => {
    const { user } = open();
    await user.click(
      screen.getByRole("radio", { name: t("createPost.rating.stars", { count: 4 }) }),
    );
    expect(screen.getByText(t("createPost.rating.stars", { count: 4 }))).toBeTruthy();
    await user.click(button(t("createPost.rating.clear")));

    expect(screen.getByText(t("createPost.rating.none"))).toBeTruthy();
  });

  test("reads a price back, and says when it is none", () => {
    open();
    fireEvent.change(field("price_yen") ?? document, { target: { value: "１，０８０円" } });
    expect(screen.getByText("1,080円")).toBeTruthy();
    fireEvent.change(field("price_yen") ?? document, { target: { value: "千円" } });

    expect(
      screen.getByText(t("createPost.errors.priceInvalid", { most: "10,000,000" })),
    ).toBeTruthy();
  });

  test("says when a field is too long", () => {
    open();
    for (const name of ["title", "shop_name"] as const)
      fireEvent.change(field(name) ?? document, { target: { value: "茶".repeat(101) } });

    expect(screen.getAllByText(t("createPost.errors.textTooLong", { most: 100 }))).toHaveLength(2);
  });

  test("finds a cultivar in any spelling, and takes it back", async () => {
    const { user } = open();
    const search = screen.getByRole("searchbox", { name: t("createPost.fields.tea_variety") });
    await user.type(search, "ｵｸﾐﾄﾞﾘ");
    await user.click(await screen.findByRole("button", { name: /おくみどり/ }));
    const chosen = () => document.querySelector(".cultivar-picker-chosen");
    expect(chosen()?.textContent).toContain("おくみどり");
    await waitFor(() =>
      expect(document.activeElement?.textContent).toBe(t("createPost.cultivar.remove")),
    );
    await user.click(button(t("createPost.cultivar.remove")));

    expect(chosen()).toBeNull();
  });

  test("takes the only cultivar that is left with Enter, and says when there is none", async () => {
    const { user } = open();
    const search = screen.getByRole("searchbox");
    await user.type(search, "qqqqqq");
    expect(await screen.findByText(t("createPost.cultivar.empty"))).toBeTruthy();
    await user.clear(search);
    await user.type(search, "saemidori{Enter}");

    expect(kept()?.draft.tea_variety).toBe("saemidori");
  });

  test("shows only the first of many, and says how many there are", async () => {
    const { user } = open();
    await user.type(screen.getByRole("searchbox"), "みどり");

    await screen.findByText(/ほかに\d+件/);
    expect(document.querySelectorAll(".cultivar-picker-found li")).toHaveLength(8);
  });
});

describe("sending", () => {
  test("sends what was written once, tells it, and leads to it in the community", async () => {
    const { user, asked, go, count } = open();
    type(" 新茶 ");
    await user.selectOptions(field("prefecture") ?? document.body, "kyoto");
    await user.dblClick(submit());

    await waitFor(() => expect(go).toHaveBeenCalledExactlyOnceWith("/ja/community?new=77"));
    expect(count(create)).toBe(1);
    expect(asked.find(({ method }) => method === "POST")).toMatchObject({
      csrf: `csrf of ${hana.id}`,
      body: {
        content: "新茶",
        category: "review",
        prefecture: "kyoto",
        tea_type: null,
        rating: null,
        language: "ja",
        images: [],
      },
    });
    expect(messages()).toEqual([t("createPost.created")]);
    expect(kept()).toBeNull();
  });

  test("that is refused says why and keeps what was written", async () => {
    const { user, go } = open({ [create]: refuse(429, "app.tooManyRequests", { seconds: 9 }) });
    type("新茶");
    await user.click(submit());

    const reason = t("app.tooManyRequests", { seconds: 9 });
    await waitFor(() =>
      expect(messages()).toEqual([t("createPost.errors.postFailed", { reason })]),
    );
    expect(content().value).toBe("新茶");
    expect(kept()?.draft.content).toBe("新茶");
    expect(submit().disabled).toBe(false);
    expect(go).not.toHaveBeenCalled();
  });

  test.each([{ body: null }, { body: {} }])(
    "with no post in the answer %j has failed",
    async (reply) => {
      const { user } = open({ [create]: reply });
      type("新茶");
      await user.click(submit());

      const reason = t("createPost.errors.createFailed");
      await waitFor(() =>
        expect(messages()).toEqual([t("createPost.errors.postFailed", { reason })]),
      );
    },
  );

  test("again after a lost answer is the same post to the host", async () => {
    const { user, replies, go, tokens } = withTokens();
    type("新茶");
    await user.click(submit());
    await waitFor(() => expect(messages()).toHaveLength(1));
    replies[create] = { status: 201, body: aPost({ id: 77 }) };
    await user.click(submit());

    await waitFor(() => expect(go).toHaveBeenCalled());
    expect(tokens).toHaveLength(2);
    expect(new Set(tokens).size).toBe(1);
    expect(messages()).toEqual([t("createPost.created")]);
  });

  test("other words after a lost answer brings the post up to them", async () => {
    const { user, replies, asked, go } = open({ [create]: gone });
    type("はじめ");
    await user.click(submit());
    await waitFor(() => expect(messages()).toHaveLength(1));
    replies[create] = { status: 201, body: aPost({ id: 77, content: "はじめ" }) };
    replies["PUT /api/posts/77"] = { body: aPost({ id: 77, content: "あらため" }) };
    type("あらため");
    await user.click(submit());

    await waitFor(() => expect(go).toHaveBeenCalled());
    expect(asked.at(-1)).toMatchObject({ method: "PUT", body: { content: "あらため" } });
  });

  test("without a session leads to the login, and back to the draft", async () => {
    const { user, loads } = open({
      [create]: refuse(401, "createPost.errors.loginRequired"),
      "POST /api/session/refresh": refuse(401, "login.required"),
    });
    type("新茶");
    await user.click(submit());

    await waitFor(() => expect(loads).toEqual(["/ja/login?return=%2Fja%2Fcreate"]));
    expect(sessionStorage.getItem("messages")).toContain(t("createPost.errors.loginRequired"));
    expect(sessionStorage.getItem("return-path")).toBe("/ja/create");
    cleanup();
    open();
    expect(content().value).toBe("新茶");
    expect(screen.getByText(/の下書きを戻しました。/)).toBeTruthy();
  });

  test("of too long a text is not tried, and says so", async () => {
    const { user, count } = open();
    type("あ".repeat(301));
    await user.click(submit());

    expect(messages()).toEqual([t("createPost.errors.contentTooLong", { most: 300 })]);
    expect(count(create)).toBe(0);
  });

  test.each([{ isComposing: true }, {}])("is not begun by Enter in a field: %j", (part) => {
    open();
    const isFree = fireEvent.keyDown(field("title") ?? document, { key: "Enter", ...part });

    expect(isFree).toBe(false);
    expect(fireEvent.keyDown(content(), { key: "Enter" })).toBe(true);
  });
});

/** A host that is gone, and every token that it was sent. */
function withTokens() {
  const opened = open({ [create]: gone });
  const answer = globalThis.fetch;
  const tokens: (string | null)[] = [];
  globalThis.fetch = (path, init) => {
    const token = new Headers(init?.headers).get("Idempotency-Key");
    if (token) tokens.push(token);
    return answer(path, init);
  };
  return { ...opened, tokens };
}

describe("leaving", () => {
  const community = "/ja/community";
  const dialog = () => within(screen.getByRole("alertdialog"));

  test("with nothing written goes to the community at once", async () => {
    const { user, go } = open();
    await user.click(button(t("createPost.bar.cancel")));

    expect(go).toHaveBeenCalledExactlyOnceWith(community);
  });

  test("with something written asks what is to become of it", async () => {
    const { user, go } = open();
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
    const { user, go } = open();
    type("新茶");
    await user.click(button(t("createPost.bar.cancel")));
    await user.click(dialog().getByRole("button", { name: t("createPost.leave.discard") }));

    expect(go).toHaveBeenCalledExactlyOnceWith(community);
    expect(kept()).toBeNull();
  });
});

describe("the draft", () => {
  test("is there again, and can be begun anew", async () => {
    open();
    type("新茶");
    cleanup();

    const { user } = open();
    expect(content().value).toBe("新茶");
    await user.click(button(t("createPost.draft.startAnew")));

    expect(content().value).toBe("");
    expect(kept()).toBeNull();
  });

  test("follows another tab, and says so until that is put aside", async () => {
    const { user } = open();
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
