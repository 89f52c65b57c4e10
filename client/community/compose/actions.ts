/** Requests of an author: upload or discard a picture, create or edit a post. */
import type { Session } from "../../accounts/sessions/Session.ts";
import { Refusal } from "../../wire/refusal.ts";
import { sendJson } from "../../wire/request.ts";
import type { NewPost, PostEdit, PostView, UploadView } from "../../wire/types.generated.ts";
import { sendFile } from "../../wire/upload.ts";
import type { Sending } from "./pictures/UploadQueue.ts";

const uploads = "/api/uploads/post-images";

export function uploadPicture(session: Session, sending: Sending): Promise<UploadView> {
  return session.change((csrf) => sendFile({ ...sending, method: "POST", path: uploads, csrf }));
}

export function removeUpload(session: Session, id: string): Promise<void> {
  const path = `${uploads}/${encodeURIComponent(id)}`;
  return session.change((csrf) => sendJson({ method: "DELETE", path }, csrf));
}

/** The token makes repeated requests create one post. */
export async function createPost(
  session: Session,
  body: NewPost,
  token: string,
): Promise<PostView> {
  const headers = { "Idempotency-Key": token };
  const change = { method: "POST", path: "/api/posts", body, headers } as const;
  return stored(await session.change((csrf) => sendJson<PostView | null>(change, csrf)));
}

export async function editPost(session: Session, id: number, body: PostEdit): Promise<PostView> {
  const change = { method: "PUT", path: `/api/posts/${id}`, body } as const;
  return stored(await session.change((csrf) => sendJson<PostView | null>(change, csrf)));
}

/** An answer without a post leaves the outcome unknown. */
function stored(post: PostView | null): PostView {
  if (typeof post?.id !== "number") throw new Refusal("createPost.errors.createFailed", 0);
  return post;
}
