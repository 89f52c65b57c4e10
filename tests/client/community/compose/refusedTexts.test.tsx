// @vitest-environment jsdom
/** Texts of a post that the host refuses for their characters or length. */
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import EditPostPage from "../../../../client/community/compose/EditPostPage.tsx";
import { refuse } from "../../accounts/sessions/fakeHost.ts";
import { hana } from "../../accounts/sessions/member.ts";
import { shownMessages } from "../../accounts/sessions/memberPage.tsx";
import { anImage, aPost } from "../posts.ts";
import { createPost, field, fill, openCreate, type } from "./openCreatePage.tsx";
import { button, content, submit, t, renderForm } from "./postForm.tsx";

const code = "createPost.errors.textNotAllowed";

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

/** Expects that a field is invalid, has the focus and is described by the message. */
async function expectInvalid(input: HTMLElement | null, message = t(code)): Promise<void> {
  await waitFor(() => expect(document.activeElement).toBe(input));
  expect(input?.getAttribute("aria-invalid")).toBe("true");
  const notes = input?.getAttribute("aria-describedby")?.split(" ") ?? [];
  const described = notes.map((id) => document.getElementById(id)?.textContent).join(" ");
  expect(described).toContain(message);
  expect(shownMessages()).toEqual([t("createPost.errors.fieldsInvalid")]);
}

test.each(["title", "shop_name"] as const)("refused %s is marked and focused", async (name) => {
  const { user } = openCreate({ [createPost]: refuse(422, code, { field: name }) });
  type("新茶");
  fill(name, "新\u200c茶");
  await user.click(submit());

  await expectInvalid(field(name));
  expect(field(name)?.closest("details")?.open ?? true).toBe(true);

  fill(name, "新茶");
  expect(field(name)?.getAttribute("aria-invalid")).toBe("false");
});

test("refused text of the post is marked and focused", async () => {
  const { user } = openCreate({ [createPost]: refuse(422, code, { field: "content" }) });
  type("新\u202e茶");
  await user.click(submit());

  await expectInvalid(content());
});

test.each([
  ["characters", code, {}],
  ["length", "createPost.errors.textTooLong", { most: 300 }],
] as const)("description refused for its %s is marked at its picture", async (_why, why, more) => {
  const author = { id: hana.id, display_name: hana.display_name, avatar_url: null };
  const images = [anImage({ id: "u1" }), anImage({ id: "u2" })];
  const params = { id: "12" };
  const data = aPost({ user: author, images });
  const { user } = renderForm(
    <EditPostPage />,
    { "PUT /api/posts/12": refuse(422, why, { field: "alt", position: 2, ...more }) },
    {
      page: "postEdit",
      params,
      path: "/ja/post/12/edit",
      preloaded: [{ query: "post", params, data }],
    },
  );
  const [first, second] = screen.getAllByLabelText(t("createPost.pictures.alt"));
  fireEvent.change(second ?? document, { target: { value: "茶\u200b碗" } });
  await user.click(button(t("createPost.bar.save")));

  await expectInvalid(second ?? null, t(why, { most: 300 }));
  expect(first?.getAttribute("aria-invalid")).toBe("false");
});
