/** The result of posting: the post in its list, or a message about the failure, with the draft kept. */
import { usePath, useReplace } from "../../page/address.ts";
import { PostCache } from "../../page/cache/posts.ts";
import { languages } from "../../contracts/language.ts";
import { pathFor } from "../../language/paths.ts";
import { usePage } from "../../page/PageContext.ts";
import { useNotify } from "../../page/useNotify.ts";
import { rememberPath } from "../../accounts/sessions/returnPath.ts";
import { notifyNext } from "../../ui/notify.ts";
import { Refusal } from "../../wire/refusal.ts";
import type { PostView } from "../../wire/types.generated.ts";

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

export function useOutcome(edited: PostView | null) {
  const { t, language, store } = usePage();
  const path = usePath();
  const go = useReplace();
  const { inform, alert, reason } = useNotify();

  const succeed = (post: PostView) => {
    const params = { id: String(post.id) };
    store.invalidate(...outdated);
    store.singleton(PostCache).update([post]);
    for (const spoken of languages) store.seed(spoken, [{ query: "post", params, data: post }]);
    inform(t(edited ? "createPost.edited" : "createPost.created"));
    const created = `${pathFor("community", language)}?new=${post.id}`;
    go(edited ? pathFor("post", language, params) : created);
  };
  const askToLogIn = () => {
    const text = t("createPost.errors.loginRequired");
    notifyNext({ text, kind: "alert", close: t("app.close") });
    rememberPath(path);
    location.assign(`${pathFor("login", language)}?return=${encodeURIComponent(path)}`);
  };
  /** Returns a function that removes the message. */
  const fail = (error: unknown): (() => void) => {
    if (error instanceof Refusal && error.status === 401) {
      askToLogIn();
      return () => {};
    }
    const why = error instanceof Refusal ? reason(error) : t("createPost.errors.createFailed");
    const failed = edited ? "editFailed" : "postFailed";
    return alert(t(`createPost.errors.${failed}`, { reason: why }));
  };
  return { succeed, fail };
}
