// @vitest-environment jsdom
/** Form of an existing post: fields, category, saving and refusals. */
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { PostCache } from "../../../../client/page/cache/posts.ts";
import EditPostPage from "../../../../client/community/compose/EditPostPage.tsx";
import { draftKey, readStoredDraft } from "../../../../client/community/compose/draftStorage.ts";
import type { QueryData } from "../../../../client/page/queries.ts";
import { type Replies, refuse } from "../../accounts/sessions/fakeHost.ts";
import { hana } from "../../accounts/sessions/member.ts";
import { shownMessages } from "../../accounts/sessions/memberPage.tsx";
import { anImage, aPost } from "../posts.ts";
import { button, content, t, renderForm } from "./postForm.tsx";

const user = { id: hana.id, display_name: hana.display_name, avatar_url: null };
const post = aPost({ user, category: "shop", shop_name: "茶舗", images: [anImage({ id: "u1" })] });
const edit = "PUT /api/posts/12";
const key = draftKey(hana.id, post.id);
afterEach(() => {
  cleanup();
  localStorage.clear();
});

function open(replies: Replies = {}, found: QueryData["post"] = post) {
  const params = { id: "12" };
  return renderForm(
    <EditPostPage />,
    { [edit]: { body: { ...post, content: "あらため" } }, ...replies },
    {
      page: "postEdit",
      params,
      path: "/ja/post/12/edit",
      preloaded: [{ query: "post", params, data: found }],
    },
  );
}

const save = () => button(t("createPost.bar.save"));
const type = (text: string) => fireEvent.change(content(), { target: { value: text } });

describe("post edit form", () => {
  test("shows the stored post in its category", () => {
    open();

    expect(content().value).toBe(post.content);
    expect(screen.getByLabelText<HTMLInputElement>(t("createPost.fields.shop_name")).value).toBe(
      "茶舗",
    );
    const category = screen.getByRole<HTMLInputElement>("radio", {
      name: t("post.category.shop"),
    });
    expect(category.checked).toBe(true);
    expect(document.querySelectorAll(".picture-row")).toHaveLength(1);
  });

  test("names the fields that another category lacks, and sends that category", async () => {
    const { user: person, requests, go } = open();
    await person.click(screen.getByRole("radio", { name: t("post.category.question") }));

    const named = document.querySelector(".category-cleared")?.textContent;
    expect(named).toContain(t("createPost.fields.shop_name"));
    await person.click(save());

    await waitFor(() => expect(go).toHaveBeenCalledTimes(1));
    expect(requests.find(({ method }) => method === "PUT")?.body).toMatchObject({
      category: "question",
      shop_name: null,
    });
  });

  test("of an unknown category shows only the text", () => {
    open({}, { ...post, category: "futures" });

    expect(screen.queryByLabelText(t("createPost.fields.shop_name"))).toBeNull();
    expect(content().value).toBe(post.content);
  });
});

describe("post edit", () => {
  test("sends the whole post, updates the cache and returns to the post", async () => {
    const { user: person, requests, go, page } = open();
    type("あらため");
    await person.click(save());

    await waitFor(() => expect(go).toHaveBeenCalledExactlyOnceWith("/ja/post/12"));
    const body = requests.find(({ method }) => method === "PUT")?.body;
    expect(body).toMatchObject({ content: "あらため", images: [{ id: "u1", alt: null }] });
    expect(Object.keys(body ?? {})).not.toContain("category");
    expect(shownMessages()).toEqual([t("createPost.edited")]);
    expect(page.store.singleton(PostCache).latest(post).content).toBe("あらため");
    expect(readStoredDraft(key)).toBeNull();
  });

  test("refusal keeps the changes in the draft", async () => {
    const { user: person } = open({ [edit]: refuse(403, "app.forbidden") });
    type("あらため");
    await person.click(save());

    const reason = t("app.forbidden");
    await waitFor(() =>
      expect(shownMessages()).toEqual([t("createPost.errors.editFailed", { reason })]),
    );
    expect(readStoredDraft(key)?.draft.content).toBe("あらため");
  });
});

describe("post that was edited elsewhere meanwhile", () => {
  const read = "GET /api/posts/12";
  const refused = refuse(409, "postRefusals.editedElsewhere");
  const newer = { ...post, content: "別の端末の言葉", edited_at: "2026-11-21T05:00:00Z" };
  const bases = (requests: ReturnType<typeof open>["requests"]) =>
    requests.flatMap(({ method, body }) => (method === "PUT" ? [Object(body)] : []));

  test("is replaced only by a second press", async () => {
    const replies = { [edit]: refused, [read]: { body: newer } };
    const { user: person, requests, go, replies: hostReplies } = open(replies);
    type("あらため");
    await person.click(save());

    const reason = t("postRefusals.editedElsewhere");
    await waitFor(() =>
      expect(shownMessages()).toEqual([t("createPost.errors.editFailed", { reason })]),
    );
    expect(content().value).toBe("あらため");
    expect(readStoredDraft(key)?.version).toBe(newer.edited_at);
    hostReplies[edit] = { body: { ...newer, content: "あらため" } };
    await person.click(save());

    await waitFor(() => expect(go).toHaveBeenCalledExactlyOnceWith("/ja/post/12"));
    expect(bases(requests)).toMatchObject([
      { based_on: post.created_at },
      { based_on: newer.edited_at },
    ]);
  });

  test("by this edit, whose response was lost, counts as saved", async () => {
    const { user: person, go, requests, replies } = open({ [edit]: refused });
    replies[read] = () => ({ body: { ...newer, ...bases(requests)[0], images: newer.images } });
    type("あらため");
    await person.click(save());

    await waitFor(() => expect(go).toHaveBeenCalledExactlyOnceWith("/ja/post/12"));
    expect(readStoredDraft(key)).toBeNull();
  });

  test("is shown once another tab has saved it", async () => {
    open({ [read]: { body: newer } });
    type("あらため");
    dispatchEvent(new StorageEvent("storage", { key, newValue: null }));

    await waitFor(() => expect(content().value).toBe(newer.content));
  });
});

describe("post edit draft", () => {
  test("is restored after a reload and can be undone", async () => {
    open();
    type("あらため");
    cleanup();

    const { user: person } = open();
    expect(content().value).toBe("あらため");
    await person.click(button(t("createPost.draft.undoChanges")));

    expect(content().value).toBe(post.content);
  });

  test("without changes is left by cancel at once", async () => {
    const { user: person, go } = open();
    await person.click(button(t("createPost.bar.cancel")));

    expect(go).toHaveBeenCalledExactlyOnceWith("/ja/post/12");
  });
});

describe("post that is not editable", () => {
  test("because it is another member's shows the reason and a link to the post", () => {
    open({}, aPost());

    expect(screen.getByText(t("createPost.edit.forbidden"))).toBeTruthy();
    expect(screen.getByText(t("createPost.edit.read")).getAttribute("href")).toBe("/ja/post/12");
  });

  test("because its author is a former member shows the reason", () => {
    open({}, aPost({ user: null }));

    expect(screen.getByText(t("createPost.edit.forbidden"))).toBeTruthy();
  });

  test.each([null, "removed"] as const)(
    "because it is missing shows the missing message: %j",
    (found) => {
      open({}, found);

      expect(screen.getByText(t("createPost.edit.missing"))).toBeTruthy();
      expect(screen.queryByText(t("createPost.edit.read"))).toBeNull();
    },
  );
});
