/** Sends the post: once at a time, told when it is up, and nothing lost when it is not. */
import { useRef, useState } from "react";
import { PostCache } from "../../cache/posts.ts";
import { postContentCharacters } from "../../contracts/limits.ts";
import { languages } from "../../contracts/language.ts";
import { pathFor } from "../../language/paths.ts";
import { usePage } from "../../page/PageContext.ts";
import { useNotify } from "../../page/useNotify.ts";
import { rememberPath } from "../../sessions/returnPath.ts";
import type { Session } from "../../sessions/Session.ts";
import { useSession } from "../../sessions/useSession.ts";
import { notifyNext } from "../../ui/notify.ts";
import { Refusal } from "../../wire/refusal.ts";
import type { NewPost, PostView } from "../../wire/types.generated.ts";
import { createPost, editPost } from "./actions.ts";
import type { Composition } from "./Composition.ts";
import { contentProblem, isSound, payloadOf, saysSame } from "./draft.ts";
import { chosenImages, failedIn, isOnItsWay } from "./pictures.ts";

/** Lists of posts that a new or a changed one may stand in. */
const lists = ["feed", "myPosts", "likedPosts", "memberPosts", "relatedPosts"] as const;

function payload(composition: Composition) {
  const { draft, pictures } = composition.shown();
  return payloadOf(draft, chosenImages(pictures));
}

/** An earlier try, never answered, may have been stored as it was then: the post is brought up to what is sent now. */
async function storeNew(
  session: Session,
  composition: Composition,
  language: NewPost["language"],
): Promise<PostView> {
  const edit = payload(composition);
  const body = { ...edit, category: composition.shown().draft.category, language };
  const { attempt } = composition;
  const text = JSON.stringify(edit);
  composition.tries(text);
  const post = await createPost(session, body, composition.token);
  const isOlder = attempt !== null && attempt !== text && !saysSame(post, edit);
  return isOlder ? editPost(session, post.id, edit) : post;
}

/** Whatever keeps the post from being sent, as the key of its text. */
function obstacle(composition: Composition) {
  const { draft, pictures } = composition.shown();
  if (failedIn(pictures).length > 0) return "imageUploadFailed";
  return contentProblem(draft) === "contentTooLong" ? "contentTooLong" : undefined;
}

export function usePosting(composition: Composition, edited: PostView | null) {
  const { t, language, path, go, store } = usePage();
  const { say, alert, reason } = useNotify();
  const open = useSession();
  const [isSubmitting, setSubmitting] = useState(false);
  const isBusy = useRef(false);
  const told = useRef<() => void>(undefined);

  const send = async (): Promise<PostView> => {
    const session = await open();
    return edited
      ? editPost(session, edited.id, payload(composition))
      : storeNew(session, composition, language);
  };
  const succeed = (post: PostView) => {
    composition.finish();
    store.forget(...lists, "me", "member");
    store.only(PostCache).take([post]);
    const params = { id: String(post.id) };
    for (const spoken of languages) store.seed(spoken, [{ query: "post", params, data: post }]);
    say(t(edited ? "createPost.edited" : "createPost.created"));
    const created = `${pathFor("community", language)}?new=${post.id}`;
    go?.(edited ? pathFor("post", language, params) : created);
  };
  const fail = (error: unknown) => {
    if (error instanceof Refusal && error.status === 401) {
      const text = t("createPost.errors.loginRequired");
      notifyNext({ text, kind: "alert", close: t("app.close") });
      rememberPath(path);
      location.assign(`${pathFor("login", language)}?return=${encodeURIComponent(path)}`);
      return;
    }
    const why = error instanceof Refusal ? reason(error) : t("createPost.errors.createFailed");
    const failed = edited ? "editFailed" : "postFailed";
    told.current = alert(t(`createPost.errors.${failed}`, { reason: why }));
  };
  const submit = async (): Promise<void> => {
    const { draft, pictures } = composition.shown();
    if (isBusy.current || pictures.some(isOnItsWay)) return;
    // What went wrong last time is not true of this time.
    told.current?.();
    const problem = obstacle(composition);
    if (problem)
      told.current = alert(t(`createPost.errors.${problem}`, { most: postContentCharacters }));
    if (problem || !isSound(draft)) return;
    isBusy.current = true;
    setSubmitting(true);
    try {
      succeed(await send());
    } catch (error) {
      // Only a failure opens the way for another try: once posted, it stays posted.
      isBusy.current = false;
      setSubmitting(false);
      fail(error);
    }
  };
  return { isSubmitting, submit: () => void submit() };
}
