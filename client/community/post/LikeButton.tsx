/** Like button; visitors who press it are asked to sign in. */
import { numberText } from "../../language/dates.ts";
import { useNotify } from "../../page/useNotify.ts";
import { usePage } from "../../page/PageContext.ts";
import type { PostView } from "../../wire/types.generated.ts";
import { Refusal } from "../../wire/refusal.ts";
import { useActor } from "../useActor.ts";
import { usePost } from "../usePosts.ts";
import { namedBy } from "./namedBy.ts";
import "./PostCard.css";

/** Renders the icon of the like: a tea bud with two leaves. */
function Leaf() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 21v-8M12 14C6.5 14 3.5 11 3.5 6 8.5 6 12 9 12 14ZM12 14c0-5 3.5-8 8.5-8 0 5-3 8-8.5 8ZM12 9.5C10.300 7.600 10.300 4.800 12 2.5c1.700 2.300 1.700 5.100 0 7" />
    </svg>
  );
}

interface LikeButtonProps {
  readonly post: PostView;
  /** The id of the post's heading, in a list of posts; it completes the button's name. */
  readonly heading?: string;
}

/**
 * Renders the like button, which shows a change at once; it asks visitors to sign in. The host
 * refuses likes of a post that is hidden or held, so there it is disabled.
 */
export function LikeButton({ post, heading }: LikeButtonProps) {
  const { store, language, t } = usePage();
  const { reason } = useNotify();
  const actor = useActor();
  const { likes, isLiked, withheld } = usePost(post);
  /** Loads the code and the messages of the actions. */
  const fetchParts = () =>
    Promise.all([import("../actions.ts"), store.addMessages(language, "postDetail")]);
  const prefetch = () => void fetchParts().catch(() => undefined);
  /** Likes the post or takes the like back; reports a failure. */
  const press = async () => {
    actor.removeReport();
    try {
      const [{ toggleLike }] = await fetchParts();
      if (!actor.isMember) {
        actor.askToLogin("Like");
        return;
      }
      await toggleLike(actor, post);
    } catch (error) {
      const isOver = error instanceof Refusal && error.status === 401;
      const words = `${t("post.likeFailed")}\n${reason(error)}`;
      actor.reportFailure(isOver ? t("postDetail.loginRequiredForLike") : words, error);
    }
  };
  return (
    <button
      type="button"
      className="post-button post-like"
      {...(heading && namedBy(`${heading}-like`, heading))}
      aria-pressed={isLiked}
      disabled={Boolean(withheld)}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      onClick={() => void press()}
    >
      <Leaf />
      <span>{t("post.like")}</span> <span className="post-button-count">{numberText(likes)}</span>
    </button>
  );
}
