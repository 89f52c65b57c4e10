/** Requests of an author: upload or discard a picture, create or edit a post so that retries create one post. */
import { rememberPath } from "../../accounts/sessions/returnPath.ts";
import type { Session } from "../../accounts/sessions/Session.ts";
import type { Language } from "../../contracts/language.ts";
import { pathFor } from "../../language/paths.ts";
import type { Translate } from "../../language/translator.ts";
import { newKey } from "../../wire/newKey.ts";
import { Refusal } from "../../wire/refusal.ts";
import { sendJson } from "../../wire/request.ts";
import type { NewPost, PostEdit, PostView, UploadView } from "../../wire/types.generated.ts";
import { sendFile } from "../../wire/upload.ts";
import type { PictureUpload } from "./pictures/UploadQueue.ts";
import type { Composition } from "./Composition.ts";
import { isSame } from "./draft.ts";
import {
  readStoredDraft,
  removeStoredDraft,
  type StoredDraft,
  writeStoredDraft,
} from "./draftStorage.ts";
import { loadPost } from "../queries.ts";
import { type CompositionState, startOf, versionOf } from "./compositionState.ts";
import { chosenImages, equalsStored, payloadOf } from "./payload.ts";
import { storedIn } from "./pictures/pictures.ts";
import type { RefusedText } from "./refusedText.ts";

const uploads = "/api/uploads/post-images";

/** Uploads a picture for a post that is being written; returns it as stored. */
export function uploadPicture(session: Session, sending: PictureUpload): Promise<UploadView> {
  return session.change((credentials) =>
    sendFile({ ...sending, method: "POST", path: uploads, credentials }),
  );
}

/** Removes an uploaded picture that no post has yet. */
export function removeUpload(session: Session, id: string): Promise<void> {
  const path = `${uploads}/${encodeURIComponent(id)}`;
  return session.change((credentials) => sendJson({ method: "DELETE", path }, credentials));
}

/** Stores a new post and returns it; the token lets repeated requests create only one. */
export async function createPost(
  session: Session,
  body: NewPost,
  token: string,
): Promise<PostView> {
  const headers = { "Idempotency-Key": token };
  const change = { method: "POST", path: "/api/posts", body, headers } as const;
  return requirePost(
    await session.change((credentials) => sendJson<PostView | null>(change, credentials)),
  );
}

/** Sends the changes of a post and returns it as stored. */
export async function editPost(session: Session, id: number, body: PostEdit): Promise<PostView> {
  const change = { method: "PUT", path: `/api/posts/${id}`, body } as const;
  return requirePost(
    await session.change((credentials) => sendJson<PostView | null>(change, credentials)),
  );
}

/** Returns the post of an answer; throws without one, because the outcome is then unknown. */
function requirePost(post: PostView | null): PostView {
  if (typeof post?.id !== "number") throw new Refusal("createPost.errors.createFailed", 0);
  return post;
}

/** Returns the request body of the draft and its pictures. */
function payload(composition: Composition) {
  const { draft, pictures } = composition.state();
  return payloadOf(draft, chosenImages(pictures));
}

/**
 * Stores a new post and returns it. An earlier request without a response (`attempt`) may have
 * stored it: that post is then changed to the present text. Without one, a key that is used already
 * belongs to another post: it is renewed for the next attempt, and the error thrown.
 */
export async function storeNew(
  session: Session,
  composition: Composition,
  language: NewPost["language"],
): Promise<PostView> {
  const edit = payload(composition);
  const body = { ...edit, category: composition.state().draft.category, language };
  const { attempt } = composition;
  const text = JSON.stringify(edit);
  composition.recordAttempt(text);
  try {
    const post = await createPost(session, body, composition.token);
    const isOlder = attempt !== null && attempt !== text && !equalsStored(post, edit);
    return isOlder ? await editPost(session, post.id, edit) : post;
  } catch (error) {
    const earlier = earlierPostId(error);
    if (earlier === undefined) throw error;
    if (attempt !== null) return editPost(session, earlier, edit);
    composition.renewToken();
    throw error;
  }
}

/**
 * Returns the id of the post that the host already has under this idempotency key with other
 * content; undefined for other errors.
 */
function earlierPostId(error: unknown): number | undefined {
  const isReused = error instanceof Refusal && error.code === "postRefusals.keyReused";
  return isReused ? Number(error.params.id) : undefined;
}

/**
 * Sends the composition as changes of a post and returns the post; the category is sent only if it
 * is new. If the post was edited elsewhere since the author read it, the refusal is thrown, and the
 * next attempt replaces that edit; unless it is this one, whose response was lost.
 */
export async function storeEdited(
  session: Session,
  composition: Composition,
  id: number,
): Promise<PostView> {
  const { newCategory: category, version } = composition;
  const edit = {
    ...payload(composition),
    ...(category && { category }),
    ...(version && { based_on: version }),
  };
  try {
    return await editPost(session, id, edit);
  } catch (error) {
    const isOlder = error instanceof Refusal && error.code === "postRefusals.editedElsewhere";
    const post = isOlder ? await readPost(id) : undefined;
    if (!post) throw error;
    if (equalsStored(post, edit) && post.category === (category ?? post.category)) return post;
    composition.acceptVersion(versionOf(post));
    throw error;
  }
}

/**
 * Ends a composition after the host has stored `sent`, and removes the stored draft. What another
 * tab wrote meanwhile stays, as a draft of its own.
 */
export function finish(composition: Composition, sent: CompositionState): void {
  composition.finish();
  const { storageKey, isNew } = composition;
  const kept = readStoredDraft(storageKey);
  if (kept === null || equalsSent(kept, sent)) {
    removeStoredDraft(storageKey);
    return;
  }
  const used = isNew ? storedIn(sent.pictures).map(({ image }) => image.id) : [];
  const pictures = kept.pictures.filter(({ image }) => !used.includes(image.id));
  writeStoredDraft(storageKey, { ...kept, pictures, token: newKey(), attempt: null });
}

/** Returns whether a stored draft has the text, the fields and the pictures that were sent. */
function equalsSent(kept: StoredDraft, sent: CompositionState): boolean {
  const [ours, theirs] = [kept, sent].map(({ pictures }) => JSON.stringify(chosenImages(pictures)));
  return isSame(kept.draft, sent.draft) && ours === theirs;
}

/** Returns a post as the host has it now; undefined if it is gone or cannot be read. */
async function readPost(id: number): Promise<PostView | undefined> {
  const post = await loadPost(id).catch(() => null);
  return post === null || post === "removed" ? undefined : post;
}

/** Begins the form of a stored post again, after another tab saved or discarded its changes. */
export async function beginAgain(composition: Composition, id: number): Promise<void> {
  const post = await readPost(id);
  if (post) composition.beginAgain(startOf(post, composition.storageKey));
}

/** Codes of the refusals that name the field of the text. */
const refusedTexts = ["createPost.errors.textNotAllowed", "createPost.errors.textTooLong"] as const;

/**
 * Returns the text among those that were sent which the host refused for its characters or length,
 * with its message; undefined for other errors. Of a description the host names the picture's
 * position.
 */
export function refusedTextIn(
  error: unknown,
  { draft, pictures }: CompositionState,
  t: Translate,
): RefusedText | undefined {
  if (!(error instanceof Refusal)) return undefined;
  const key = refusedTexts.find((one) => one === error.code);
  if (!key) return undefined;
  const { field: name, position, most } = error.params;
  const problem = t(key, { most: Number(most) });
  const picture = storedIn(pictures)[Number(position) - 1];
  if (picture) return { field: picture.key, text: picture.alt, problem };
  const found = Object.entries(draft).find(([field]) => field === name);
  return found && { field: found[0], text: found[1], problem };
}

/** Opens the sign-in, which leads back to the path of this page. */
export function leaveForLogin(path: string, language: Language): void {
  rememberPath(path);
  location.assign(`${pathFor("login", language)}?return=${encodeURIComponent(path)}`);
}
