/** Submits the post once at a time and never again after success, and reports the result. */
import { useEffect, useRef, useState } from "react";
import { postContentCharacters } from "../../contracts/limits.generated.ts";
import { usePage } from "../../page/PageContext.ts";
import { useNotify } from "../../page/useNotify.ts";
import { useSession } from "../../accounts/sessions/useSession.ts";
import type { PostView } from "../../wire/types.generated.ts";
import type { Composition } from "./Composition.ts";
import { contentProblem, isValid } from "./draft.ts";
import { failedIn, isPending } from "./pictures/pictures.ts";
import type { RefusedText } from "./refusedText.ts";
import { usePath, useReplace } from "../../page/address.ts";
import { PostCache } from "../../page/cache/posts.ts";
import { allowanceLink } from "../allowanceLink.ts";
import { languages } from "../../contracts/language.ts";
import { pathFor } from "../../language/paths.ts";
import { notifyNext } from "../../ui/notify.ts";
import { Refusal } from "../../wire/refusal.ts";

/** Loads the code of the requests. */
const requests = () => import("./actions.ts");

/**
 * Returns why the post cannot be sent, as the last part of the message key; undefined if it can.
 */
function obstacle(composition: Composition) {
  const { draft, pictures } = composition.state();
  if (failedIn(pictures).length > 0) return "imageUploadFailed";
  const problem = contentProblem(draft);
  if (problem) return problem === "contentTooLong" ? problem : "contentRequired";
  return isValid(draft) ? undefined : "fieldsInvalid";
}

/**
 * The message shown to the author, and the obstacle that it describes; undefined for a failed
 * request.
 */
type AttemptMessage =
  | { readonly of: ReturnType<typeof obstacle>; readonly remove: () => void }
  | undefined;

/**
 * Returns a ref for the message of the last attempt: an obstacle, or (`of` undefined) a failed
 * request. It is removed when the present obstacle is another one, and when the form is left.
 */
function useAttemptMessage(problem: ReturnType<typeof obstacle>) {
  const message = useRef<AttemptMessage>(undefined);
  useEffect(() => {
    if (message.current?.of !== problem) message.current?.remove();
  }, [problem]);
  useEffect(() => () => message.current?.remove(), []);
  return message;
}

/**
 * Returns a function that sends the post, ends the composition and returns the post as stored; it
 * hands a text that the host refused to `onRefused`, and returns undefined then.
 */
function useRequest(
  composition: Composition,
  edited: PostView | null,
  onRefused: (text: RefusedText) => void,
) {
  const { language, t } = usePage();
  const open = useSession();
  // Fetched while the author writes; a failure is reported when the post is sent.
  useEffect(() => void requests().catch(() => {}), []);
  return async (): Promise<PostView | undefined> => {
    const [session, loaded] = await Promise.all([open(), requests()]);
    const sent = composition.state();
    try {
      const post = await (edited
        ? loaded.storeEdited(session, composition, edited.id)
        : loaded.storeNew(session, composition, language));
      loaded.finish(composition, sent);
      return post;
    } catch (error) {
      const text = loaded.refusedTextIn(error, sent, t);
      if (!text) throw error;
      onRefused(text);
    }
  };
}

/**
 * Returns whether the post is being sent, the text that the host refused last, and a function that
 * sends the post, once at a time and not while pictures upload. `onObstacle` is called when the
 * post cannot be sent, before the host was asked.
 */
export function useSubmitPost(
  composition: Composition,
  edited: PostView | null,
  onObstacle: () => void,
) {
  const { t } = usePage();
  const { alert } = useNotify();
  const { succeed, fail } = useOutcome(edited);
  const [isSubmitting, setSubmitting] = useState(false);
  const isBusy = useRef(false);
  const message = useAttemptMessage(obstacle(composition));
  const [refused, setRefused] = useState<RefusedText>();

  /** Shows a message about the form. */
  const show = (of: NonNullable<ReturnType<typeof obstacle>>): (() => void) =>
    alert(t(`createPost.errors.${of}`, { most: postContentCharacters }));
  /** Reports why the post cannot be sent and returns true; returns false if it can. */
  const reportObstacle = (): boolean => {
    const of = obstacle(composition);
    if (of === undefined) return false;
    message.current = { of, remove: show(of) };
    onObstacle();
    return true;
  };
  const send = useRequest(composition, edited, (text) => {
    setRefused(text);
    message.current = { of: undefined, remove: show("fieldsInvalid") };
  });
  /** Sends the post unless something is wrong; then shows it, or reports the failure. */
  const submit = async (): Promise<void> => {
    if (isBusy.current || composition.state().pictures.some(isPending)) return;
    // The message of the previous attempt is no longer valid.
    message.current?.remove();
    if (reportObstacle()) return;
    isBusy.current = true;
    setSubmitting(true);
    const post = await send().catch((error: unknown) => {
      message.current = { of: undefined, remove: fail(error) };
    });
    isBusy.current = Boolean(post);
    setSubmitting(isBusy.current);
    if (!post) return;
    succeed(post);
  };
  return { isSubmitting, refused, submit: () => void submit() };
}

/** Lists and counts that a new or edited post may change. */
const outdated = [
  "feed",
  "myPosts",
  "likedPosts",
  "memberPosts",
  "relatedPosts",
  "me",
  "member",
] as const;

/**
 * Returns functions for the end of a submission: `succeed` shows the stored post, `fail` reports an
 * error.
 */
function useOutcome(edited: PostView | null) {
  const page = usePage();
  const { t, language, store } = page;
  const path = usePath();
  const go = useReplace();
  const { inform, alert, reason } = useNotify();

  /** Stores the post in this tab, informs the author and goes to the post or the feed. */
  const succeed = (post: PostView) => {
    const params = { id: String(post.id) };
    store.invalidate(...outdated);
    store.singleton(PostCache).update([post]);
    for (const spoken of languages) store.seed(spoken, [{ query: "post", params, data: post }]);
    const waits = post.withheld && post.withheld !== "hidden";
    const stored = edited ? "edited" : "created";
    inform(t(`createPost.${waits ? "waiting" : stored}`));
    const created = `${pathFor("community", language)}?new=${post.id}`;
    go(edited || waits ? pathFor("post", language, params) : created);
  };
  /** Goes to the login page, which shows a message and leads back here. */
  const askToLogIn = () => {
    const text = t("createPost.errors.loginRequired");
    notifyNext({ text, kind: "alert", close: t("app.close") });
    // Loaded by now, because the host has refused a request.
    void requests().then(({ leaveForLogin }) => leaveForLogin(path, language));
  };
  /** Reports an error; returns a function that removes the message. */
  const fail = (error: unknown): (() => void) => {
    if (error instanceof Refusal && error.status === 401) {
      askToLogIn();
      return () => {};
    }
    const why = error instanceof Refusal ? reason(error) : t("createPost.errors.createFailed");
    const failed = edited ? "editFailed" : "postFailed";
    return alert(t(`createPost.errors.${failed}`, { reason: why }), allowanceLink(page, error));
  };
  return { succeed, fail };
}
