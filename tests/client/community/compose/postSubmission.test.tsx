// @vitest-environment jsdom
/** Submission of a post: redirects, refusals and lost responses. */
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { networkError, type Reply, refuse } from "../../accounts/sessions/fakeHost.ts";
import { hana } from "../../accounts/sessions/member.ts";
import { shownMessages } from "../../accounts/sessions/memberPage.tsx";
import { aPost } from "../posts.ts";
import { createPost, field, fill, storedDraft, openCreate, type } from "./openCreatePage.tsx";
import { content, submit, t } from "./postForm.tsx";

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

describe("post submission", () => {
  test("sends one request on a double click and redirects to the community", async () => {
    const { user, requests, go, count } = openCreate();
    type(" 新茶 ");
    await user.selectOptions(field("prefecture") ?? document.body, "kyoto");
    await user.dblClick(submit());

    await waitFor(() => expect(go).toHaveBeenCalledExactlyOnceWith("/ja/community?new=77"));
    expect(count(createPost)).toBe(1);
    expect(requests.find(({ method }) => method === "POST")).toMatchObject({
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
    expect(shownMessages()).toEqual([t("createPost.created")]);
    expect(storedDraft()).toBeNull();
  });

  test("refusal shows the reason and keeps the draft", async () => {
    const { user, go } = openCreate({
      [createPost]: refuse(429, "app.tooManyRequests", { seconds: 9 }),
    });
    type("新茶");
    await user.click(submit());

    const reason = t("app.tooManyRequests", { count: 9 });
    await waitFor(() =>
      expect(shownMessages()).toEqual([t("createPost.errors.postFailed", { reason })]),
    );
    expect(content().value).toBe("新茶");
    expect(storedDraft()?.draft.content).toBe("新茶");
    expect(submit().disabled).toBe(false);
    expect(go).not.toHaveBeenCalled();
  });

  test("refusal of a new member links to the table of allowances", async () => {
    const pace = { seconds: 61, minutes: 2, most: 5, more: 7, posts: 3, days: 2 };
    const { user } = openCreate({ [createPost]: refuse(429, "postRefusals.newMemberPace", pace) });
    type("新茶");
    await user.click(submit());

    const link = () => document.querySelector(".message a");
    await waitFor(() => expect(link()?.textContent).toBe(t("app.footer.guidelines")));
    expect(link()?.getAttribute("href")).toBe("/ja/guidelines#allowances");
  });

  test.each([{ body: null }, { body: {} }])(
    "fails when the response has no post: %j",
    async (reply) => {
      const { user } = openCreate({ [createPost]: reply });
      type("新茶");
      await user.click(submit());

      const reason = t("createPost.errors.createFailed");
      await waitFor(() =>
        expect(shownMessages()).toEqual([t("createPost.errors.postFailed", { reason })]),
      );
    },
  );

  test("after a lost response reuses the idempotency key", async () => {
    const { user, replies, go, keys } = openWithKeys();
    type("新茶");
    await user.click(submit());
    await waitFor(() => expect(shownMessages()).toHaveLength(1));
    replies[createPost] = { status: 201, body: aPost({ id: 77 }) };
    await user.click(submit());

    await waitFor(() => expect(go).toHaveBeenCalled());
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect(shownMessages()).toEqual([t("createPost.created")]);
  });

  test("of changed text after a lost response updates the created post", async () => {
    const { user, replies, requests, go } = openCreate({ [createPost]: networkError });
    type("はじめ");
    await user.click(submit());
    await waitFor(() => expect(shownMessages()).toHaveLength(1));
    replies[createPost] = { status: 201, body: aPost({ id: 77, content: "はじめ" }) };
    replies["PUT /api/posts/77"] = { body: aPost({ id: 77, content: "あらため" }) };
    type("あらため");
    await user.click(submit());

    await waitFor(() => expect(go).toHaveBeenCalled());
    expect(requests.at(-1)).toMatchObject({ method: "PUT", body: { content: "あらため" } });
  });

  test("of changed text updates the post named by the key-reused refusal", async () => {
    const { user, replies, requests, go } = openCreate({ [createPost]: networkError });
    type("はじめ");
    await user.click(submit());
    await waitFor(() => expect(shownMessages()).toHaveLength(1));
    replies[createPost] = refuse(422, "postRefusals.keyReused", { id: 77 });
    replies["PUT /api/posts/77"] = { body: aPost({ id: 77, content: "あらため" }) };
    type("あらため");
    await user.click(submit());

    await waitFor(() => expect(go).toHaveBeenCalled());
    expect(requests.at(-1)).toMatchObject({ method: "PUT", body: { content: "あらため" } });
  });

  test("refused for a reused key keeps the text and retries with a new key", async () => {
    const { user, replies, go, keys } = openWithKeys(
      refuse(422, "postRefusals.keyReused", { id: 77 }),
    );
    type("新茶");
    await user.click(submit());
    const reason = t("postRefusals.keyReused");
    await waitFor(() =>
      expect(shownMessages()).toEqual([t("createPost.errors.postFailed", { reason })]),
    );
    expect([content().value, storedDraft()?.draft.content]).toEqual(["新茶", "新茶"]);
    replies[createPost] = { status: 201, body: aPost({ id: 78 }) };
    await user.click(submit());

    await waitFor(() => expect(go).toHaveBeenCalledExactlyOnceWith("/ja/community?new=78"));
    expect(new Set(keys).size).toBe(2);
  });

  test("without a session redirects to the login and restores the draft later", async () => {
    const { user, loads } = openCreate({
      [createPost]: refuse(401, "createPost.errors.loginRequired"),
      "POST /api/session/refresh": refuse(401, "login.required"),
    });
    type("新茶");
    await user.click(submit());

    await waitFor(() => expect(loads).toEqual(["/ja/login?return=%2Fja%2Fcreate"]));
    expect(sessionStorage.getItem("messages")).toContain(t("createPost.errors.loginRequired"));
    expect(sessionStorage.getItem("return-path")).toBe("/ja/create");
    cleanup();
    openCreate();
    expect(content().value).toBe("新茶");
    expect(screen.getByText(/の下書きを戻しました。/)).toBeTruthy();
  });

  test("of too long a text shows an error and sends no request", async () => {
    const { user, count } = openCreate();
    type("あ".repeat(301));
    await user.click(submit());

    expect(shownMessages()).toEqual([t("createPost.errors.contentTooLong", { most: 300 })]);
    expect(count(createPost)).toBe(0);
    type("あ".repeat(299));
    expect(shownMessages()).toEqual([]);
  });

  test("with an invalid field focuses that field and sends no request", async () => {
    const { user, count } = openCreate();
    type("新茶");
    fill("price_yen", "千円");
    await user.click(submit());

    expect(shownMessages()).toEqual([t("createPost.errors.fieldsInvalid")]);
    expect(document.activeElement).toBe(field("price_yen"));
    expect(count(createPost)).toBe(0);
  });

  test.each([{ isComposing: true }, {}])("is not triggered by Enter in a field: %j", (part) => {
    openCreate();
    const isFree = fireEvent.keyDown(field("title") ?? document, { key: "Enter", ...part });

    expect(isFree).toBe(false);
    expect(fireEvent.keyDown(content(), { key: "Enter" })).toBe(true);
  });
});

/** Opens the form with the first reply of the host, and records the idempotency keys that it receives. */
function openWithKeys(first: Reply = networkError) {
  const opened = openCreate({ [createPost]: first });
  const send = globalThis.fetch;
  const keys: (string | null)[] = [];
  globalThis.fetch = (path, init) => {
    const token = new Headers(init?.headers).get("Idempotency-Key");
    if (token) keys.push(token);
    return send(path, init);
  };
  return { ...opened, keys };
}
