// @vitest-environment jsdom
/** Mentions in the text of a post: completed by keyboard in the form of a new and of a stored post. */
import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import EditPostPage from "../../../../client/community/compose/EditPostPage.tsx";
import { hana } from "../../accounts/sessions/member.ts";
import { aPost } from "../posts.ts";
import { openCreate } from "./openCreatePage.tsx";
import { content, renderForm } from "./postForm.tsx";

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const alex = { id: "2", display_name: "Alex Leaf", avatar_url: null };
const names = { "GET /api/search/members?name=Al": { body: { members: [alex] } } };

function openEdit() {
  const params = { id: "12" };
  const user = { id: hana.id, display_name: hana.display_name, avatar_url: null };
  const post = aPost({ user, content: "Hello" });
  const preloaded = [{ query: "post", params, data: post }] as const;
  return renderForm(<EditPostPage />, names, { page: "postEdit", params, preloaded });
}

test.each([
  ["new", () => openCreate(names), ""],
  ["stored", openEdit, "Hello"],
] as const)("name in the text of a %s post is completed by Enter", async (_kind, open, before) => {
  const { user } = open();
  await user.type(content(), " @Al");
  const list = await screen.findByRole("listbox");
  expect(content().getAttribute("aria-controls")).toBe(list.id);

  await user.keyboard("{Enter}");

  expect(content().value).toBe(`${before} @Alex Leaf `);
  expect(screen.queryByRole("listbox")).toBeNull();
});
