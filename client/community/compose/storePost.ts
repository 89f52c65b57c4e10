/** Sends a draft to the host so that retries create one post. */
import type { Session } from "../../accounts/sessions/Session.ts";
import { Refusal } from "../../wire/refusal.ts";
import type { NewPost, PostView } from "../../wire/types.generated.ts";
import { createPost, editPost } from "./actions.ts";
import type { Composition } from "./Composition.ts";
import { payloadOf, equalsStored } from "./draft.ts";
import { chosenImages } from "./pictures/pictures.ts";

function payload(composition: Composition) {
  const { draft, pictures } = composition.shown();
  return payloadOf(draft, chosenImages(pictures));
}

/** An earlier request without an answer may have been stored: that post is updated to the present text. */
export async function storeNew(
  session: Session,
  composition: Composition,
  language: NewPost["language"],
): Promise<PostView> {
  const edit = payload(composition);
  const body = { ...edit, category: composition.shown().draft.category, language };
  const { attempt } = composition;
  const text = JSON.stringify(edit);
  composition.tries(text);
  try {
    const post = await createPost(session, body, composition.token);
    const isOlder = attempt !== null && attempt !== text && !equalsStored(post, edit);
    return isOlder ? await editPost(session, post.id, edit) : post;
  } catch (error) {
    const earlier = earlierIn(error);
    if (earlier === undefined) throw error;
    if (attempt !== null) return editPost(session, earlier, edit);
    composition.rename();
    throw error;
  }
}

/** The post that the host already has under this key, with other content. */
function earlierIn(error: unknown): number | undefined {
  const isReused = error instanceof Refusal && error.code === "createPost.errors.keyReused";
  return isReused ? Number(error.params.id) : undefined;
}

export function storeEdited(
  session: Session,
  composition: Composition,
  id: number,
): Promise<PostView> {
  return editPost(session, id, payload(composition));
}
