/** What a member says below a post and takes back again: shown at once, undone where the host refuses. */
import { usePage } from "../../page/PageContext.ts";
import { useNotify } from "../../page/useNotify.ts";
import { Refusal } from "../../wire/refusal.ts";
import type { CommentView, PostView } from "../../wire/types.generated.ts";
import { useActor } from "../useActor.ts";
import { Threads } from "./Threads.ts";
import { arrived, gone, leaving, staying, withoutSending, withSending } from "./thread.ts";

export interface OwnComments {
  /** Rejects when the host did not take it; the reader has then been told why. */
  readonly send: (content: string) => Promise<void>;
  readonly remove: (comment: CommentView) => Promise<void>;
}

/** Who only reads does not carry them. */
const actions = () => import("../actions.ts");

/** The comment itself is there to be seen; who listens is told. */
function announce(text: string): void {
  const announcer = document.getElementById("announcer");
  if (announcer) announcer.textContent = text;
}

export function useOwnComments(post: PostView): OwnComments {
  const { store, t } = usePage();
  const { say, reason } = useNotify();
  const actor = useActor();
  const threads = store.only(Threads);
  const { id } = post;

  const tell = (what: string, error: unknown) => {
    if (error instanceof Refusal && error.status === 401) {
      actor.askToLogin("Comment");
      return;
    }
    const isWhole = error instanceof Refusal && error.code.startsWith("postDetail.");
    actor.tell(isWhole ? reason(error) : `${what}\n${reason(error)}`, error);
  };
  const send = async (content: string) => {
    const key = crypto.randomUUID();
    threads.change(id, (thread) => withSending(thread, { key, content }));
    try {
      const { addComment } = await actions();
      const comment = await addComment(actor, post, content);
      threads.change(id, (thread) => arrived(thread, key, comment));
      announce(t("postDetail.comments.sent"));
    } catch (error) {
      threads.change(id, (thread) => withoutSending(thread, key));
      tell(t("postDetail.commentFailed"), error);
      throw error;
    }
  };
  const remove = async (comment: CommentView) => {
    threads.change(id, (thread) => leaving(thread, comment.id));
    try {
      const { deleteComment } = await actions();
      await deleteComment(actor, post, comment.id);
      threads.change(id, (thread) => gone(thread, comment.id));
      say(t("postDetail.comments.deleted"));
    } catch (error) {
      threads.change(id, (thread) => staying(thread, comment.id));
      tell(t("postDetail.comments.deleteFailed"), error);
    }
  };
  return { send, remove };
}
