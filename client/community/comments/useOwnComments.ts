/** What a member says below a post and takes back again: shown at once, undone where the host refuses. */
import { useRef } from "react";
import { usePage } from "../../page/PageContext.ts";
import { useNotify } from "../../page/useNotify.ts";
import { Refusal } from "../../wire/refusal.ts";
import type { CommentView, PostView } from "../../wire/types.generated.ts";
import { useActor } from "../useActor.ts";
import { Threads } from "./Threads.ts";
import {
  arrived,
  gone,
  leaving,
  type Sending,
  staying,
  withoutSending,
  withSending,
} from "./thread.ts";

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
  const unsure = useRef<Sending>(undefined);

  const tell = (what: string, error: unknown) => {
    const isRefused = error instanceof Refusal;
    const isWhole = isRefused && error.code.startsWith("postDetail.");
    const words = isWhole ? reason(error) : `${what}\n${reason(error)}`;
    const isOver = isRefused && error.status === 401;
    actor.tell(isOver ? t("postDetail.loginRequiredForComment") : words, error);
  };
  const send = async (content: string) => {
    // What may have arrived after all is asked for again under its own name, and is then one comment.
    const isAgain = unsure.current?.content === content;
    const sending = (isAgain && unsure.current) || { key: crypto.randomUUID(), content };
    const { key } = sending;
    unsure.current = sending;
    threads.change(id, (thread) => withSending(thread, sending));
    try {
      const { addComment } = await actions();
      const comment = await addComment(actor, post, content, key);
      unsure.current = undefined;
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
