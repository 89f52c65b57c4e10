// @vitest-environment jsdom
/** Changing a post: its author alone, its category fixed, and its pictures where they were. */
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { PostCache } from "../../../../client/page/cache/posts.ts";
import EditPostPage from "../../../../client/community/compose/EditPostPage.tsx";
import { draftKey, readStoredDraft } from "../../../../client/community/compose/draftStorage.ts";
import type { QueryData } from "../../../../client/page/queries.ts";
import { type Replies, refuse } from "../../accounts/sessions/fakeHost.ts";
import { hana } from "../../accounts/sessions/member.ts";
import { messages } from "../../accounts/sessions/surroundings.tsx";
import { anImage, aPost } from "../posts.ts";
import { button, content, t, write } from "./writing.tsx";

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
  return write(
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

describe("the form", () => {
  test("shows what is stored, with the category as it stays", () => {
    open();

    expect(content().value).toBe(post.content);
    expect(screen.getByLabelText<HTMLInputElement>(t("createPost.fields.shop_name")).value).toBe(
      "茶舗",
    );
    expect(screen.queryAllByRole("radio", { name: t("post.category.review") })).toEqual([]);
    expect(screen.getByText(t("createPost.edit.categoryFixed"))).toBeTruthy();
    expect(document.querySelectorAll(".picture-row")).toHaveLength(1);
  });

  test("of a category that this edition does not know keeps text and title", () => {
    open({}, { ...post, category: "futures" });

    expect(screen.queryByLabelText(t("createPost.fields.shop_name"))).toBeNull();
    expect(content().value).toBe(post.content);
  });
});

describe("saving", () => {
  test("sends all of the post, and leads back to it as it now is", async () => {
    const { user: person, asked, go, page } = open();
    type("あらため");
    await person.click(save());

    await waitFor(() => expect(go).toHaveBeenCalledExactlyOnceWith("/ja/post/12"));
    const body = asked.find(({ method }) => method === "PUT")?.body;
    expect(body).toMatchObject({ content: "あらため", images: [{ id: "u1", alt: null }] });
    expect(Object.keys(body ?? {})).not.toContain("category");
    expect(messages()).toEqual([t("createPost.edited")]);
    expect(page.store.singleton(PostCache).latest(post).content).toBe("あらため");
    expect(readStoredDraft(key)).toBeNull();
  });

  test("that is refused keeps the changes", async () => {
    const { user: person } = open({ [edit]: refuse(403, "app.forbidden") });
    type("あらため");
    await person.click(save());

    const reason = t("app.forbidden");
    await waitFor(() =>
      expect(messages()).toEqual([t("createPost.errors.editFailed", { reason })]),
    );
    expect(readStoredDraft(key)?.draft.content).toBe("あらため");
  });
});

describe("the changes", () => {
  test("are there again after a reload, and can be taken back", async () => {
    open();
    type("あらため");
    cleanup();

    const { user: person } = open();
    expect(content().value).toBe("あらため");
    await person.click(button(t("createPost.draft.undoChanges")));

    expect(content().value).toBe(post.content);
  });

  test("none of them, and cancelling leads back to the post at once", async () => {
    const { user: person, go } = open();
    await person.click(button(t("createPost.bar.cancel")));

    expect(go).toHaveBeenCalledExactlyOnceWith("/ja/post/12");
  });
});

describe("a post that can't be edited", () => {
  test("is another member's", () => {
    open({}, aPost());

    expect(screen.getByText(t("createPost.edit.forbidden"))).toBeTruthy();
    expect(screen.getByText(t("createPost.edit.read")).getAttribute("href")).toBe("/ja/post/12");
  });

  test("is a former member's", () => {
    open({}, aPost({ user: null }));

    expect(screen.getByText(t("createPost.edit.forbidden"))).toBeTruthy();
  });

  test.each([null, "removed"] as const)("is not there: %j", (found) => {
    open({}, found);

    expect(screen.getByText(t("createPost.edit.missing"))).toBeTruthy();
    expect(screen.queryByText(t("createPost.edit.read"))).toBeNull();
  });
});
