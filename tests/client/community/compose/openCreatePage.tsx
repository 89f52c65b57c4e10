/** Renders the page of a new post with a fake host. */
import { fireEvent, screen } from "@testing-library/react";
import CreatePostPage from "../../../../client/community/compose/CreatePostPage.tsx";
import { draftKey, readStoredDraft } from "../../../../client/community/compose/draftStorage.ts";
import type { Replies } from "../../accounts/sessions/fakeHost.ts";
import { hana } from "../../accounts/sessions/member.ts";
import { aPost } from "../posts.ts";
import { content, t, renderForm } from "./postForm.tsx";

export const createPost = "POST /api/posts";

export function openCreate(replies: Replies = {}, path = "/ja/create") {
  const stored = { status: 201, body: aPost({ id: 77 }) };
  return renderForm(<CreatePostPage />, { [createPost]: stored, ...replies }, { path });
}

export const field = (name: "title" | "shop_name" | "price_yen" | "prefecture" | "tea_type") =>
  screen.queryByLabelText<HTMLInputElement>(t(`createPost.fields.${name}`));
export const fill = (name: Parameters<typeof field>[0], value: string) =>
  fireEvent.change(field(name) ?? document, { target: { value } });
export const type = (text: string) => fireEvent.change(content(), { target: { value: text } });
export const storedDraft = () => readStoredDraft(draftKey(hana.id));
