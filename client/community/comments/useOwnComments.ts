/** A member's own comments on a post: added and deleted optimistically, rolled back on refusal. */
import { useRef } from "react";
import { usePage } from "../../page/PageContext.ts";
import { useNotify } from "../../page/useNotify.ts";
import { Refusal } from "../../wire/refusal.ts";
import type { CommentView, PostView } from "../../wire/types.generated.ts";
import { useActor } from "../useActor.ts";
import {
  Threads,
  arrived,
  gone,
  leaving,
  type Sending,
  staying,
  withoutSending,
  withSending,
} from "./thread.ts";

export interface OwnComments {
  /** Rejects when the host refused; the reader has already been informed. */
  readonly send: (content: string) => Promise<void>;
  readonly remove: (comment: CommentView) => Promise<void>;
}

/** Readers who do not comment never load this code. */
const actions = () => import("../actions.ts");

/** Announces the stored comment to screen readers. */
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
    // A request without an answer is repeated with its token, so that the comment is stored once.
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
