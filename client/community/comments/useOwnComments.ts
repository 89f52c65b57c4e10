/** A member's own comments on a post: added and deleted optimistically, rolled back on refusal. */
import { useRef } from "react";
import { usePage } from "../../page/PageContext.ts";
import { useNotify } from "../../page/useNotify.ts";
import { newKey } from "../../wire/newKey.ts";
import { Refusal } from "../../wire/refusal.ts";
import type { CommentView, PostView } from "../../wire/types.generated.ts";
import { allowanceLink } from "../allowanceLink.ts";
import { type CurrentActor, useActor } from "../useActor.ts";
import { draftName, readKey, removeKey, storeKey } from "./drafts.ts";
import {
  Threads,
  withEdited,
  withStored,
  withRemoved,
  withHidden,
  type PendingComment,
  withRestored,
  withReturned,
  withoutSending,
  withSending,
} from "./thread.ts";

export interface OwnComments {
  /** Both reject when the host refused; the reader has already been informed. */
  readonly send: (content: string, parent?: number) => Promise<void>;
  readonly edit: (comment: CommentView, content: string) => Promise<void>;
  readonly remove: (comment: CommentView) => Promise<void>;
  /** Chooses the comment as the answer or pins it; with `isMarked` false it takes that back. */
  readonly mark: (comment: CommentView, mark: "answer" | "pin", isMarked: boolean) => Promise<void>;
}

/** Loads the actions when they are used: readers who do not comment never load this code. */
const actions = () => import("../actions.ts");

/** Announces a text to screen readers. */
function announce(text: string): void {
  const announcer = document.getElementById("announcer");
  if (announcer) announcer.textContent = text;
}

/**
 * Returns a function that begins an attempt of the action `name`: it removes the report of the
 * previous one, and returns a function that reports what failed and why, which returns one that
 * removes the message. A reason that is a whole sentence (code `postDetail.`) stands without
 * `what`. A new member over the allowances gets a link to them; after an expired session `ended` is
 * shown, with a link to the login.
 */
function useAttempt(actor: CurrentActor) {
  const page = usePage();
  const { t } = page;
  const { alert, reason } = useNotify();
  const removeReport = useRef<Record<string, () => void>>({}).current;
  const show = (what: string, error: unknown, ended = t("postDetail.loginRequiredForComment")) => {
    const isRefused = error instanceof Refusal;
    const isWhole = isRefused && error.code.startsWith("postDetail.");
    const words = isWhole ? reason(error) : `${what}\n${reason(error)}`;
    const isOver = isRefused && error.status === 401;
    const link = allowanceLink(page, error);
    return link ? alert(words, link) : actor.reportFailure(isOver ? ended : words, error);
  };
  return (name: string) => {
    removeReport[name]?.();
    return (...failure: Parameters<typeof show>) => {
      removeReport[name] = show(...failure);
      return removeReport[name];
    };
  };
}

/**
 * Returns a function that saves the new text of a comment and then shows it in the thread; it
 * reports a failure and throws it again.
 */
function useEdit(actor: CurrentActor, postId: number): OwnComments["edit"] {
  const { t } = usePage();
  const begin = useAttempt(actor);
  const threads = actor.store.singleton(Threads);
  return async (comment, content) => {
    const reportFailure = begin(`edit ${comment.id}`);
    try {
      const { editComment } = await actions();
      const edited = await editComment(actor, comment.id, content);
      threads.change(postId, (thread) => withEdited(thread, edited));
      announce(t(`postDetail.comments.${edited.withheld ? "waiting" : "saved"}`));
    } catch (error) {
      const ended = t("postDetail.comments.editKept");
      reportFailure(t("postDetail.comments.editFailed"), error, ended);
      throw error;
    }
  };
}

const outcomes = {
  answer: ["postDetail.answer.chosen", "postDetail.answer.removed", "postDetail.answer.failed"],
  pin: ["postDetail.pin.pinned", "postDetail.pin.removed", "postDetail.pin.failed"],
} as const;

/**
 * Returns a function that marks a comment as pinned or as the answer, or removes the mark, and
 * announces the result.
 */
function useMark(actor: CurrentActor): OwnComments["mark"] {
  const { t } = usePage();
  const begin = useAttempt(actor);
  return async ({ id }, mark, isMarked) => {
    const [done, undone, failed] = outcomes[mark];
    const reportFailure = begin(`${mark} ${id}`);
    try {
      const { markComment } = await actions();
      await markComment(actor, id, mark, isMarked);
      announce(t(isMarked ? done : undone));
    } catch (error) {
      reportFailure(t(failed), error);
    }
  };
}

/**
 * Returns a function that deletes a comment at once on the page, then on the host, and offers an
 * undo; after a failure the comment is shown again.
 */
function useRemoval(actor: CurrentActor, post: PostView): OwnComments["remove"] {
  const { t } = usePage();
  const begin = useAttempt(actor);
  const threads = actor.store.singleton(Threads);
  const { id } = post;
  return async (comment) => {
    const reportFailure = begin(`delete ${comment.id}`);
    const wasOwn = threads.peek(id)?.own.includes(comment) ?? false;
    threads.change(id, (thread) => withHidden(thread, comment.id));
    try {
      const loading = Promise.all([actions(), import("../offerUndo.ts")]);
      const [{ deleteComment, undoCommentDeletion }, { offerUndo }] = await loading;
      await deleteComment(actor, post, comment.id);
      threads.change(id, (thread) => withRemoved(thread, comment.id));
      /** Undoes the deletion and shows the comment again. */
      const run = async () => {
        const stored = await undoCommentDeletion(actor, post, comment.id);
        // A page with its place may arrive by the live connection too.
        threads.change(id, (thread) => withReturned(thread, stored, wasOwn));
      };
      const onFailure = (error: unknown) => reportFailure(t("postDetail.undo.failed"), error);
      const text = t("postDetail.comments.deleted");
      const done = t("postDetail.undo.comment");
      offerUndo({ t, text, done, restored: `comment-${comment.id}`, run, onFailure });
    } catch (error) {
      threads.change(id, (thread) => withRestored(thread, comment.id));
      reportFailure(t("postDetail.comments.deleteFailed"), error);
    }
  };
}

/** Returns whether the host refused a key for good: its comment was deleted, or has another text. */
function isKeyUsed(error: unknown): boolean {
  return error instanceof Refusal && (error.status === 404 || error.status === 422);
}

/**
 * Returns a function that sends a comment or reply, which is shown while it is sent; it reports a
 * failure and throws it again.
 */
function useSend(actor: CurrentActor, post: PostView): OwnComments["send"] {
  const { store, viewer, t } = usePage();
  const begin = useAttempt(actor);
  const threads = store.singleton(Threads);
  const { id } = post;
  // Where the browser stores nothing, this page alone knows the key.
  const unconfirmed = useRef<PendingComment>(undefined);
  return async (content, parent) => {
    const name = draftName(viewer?.id ?? "", id, parent);
    const reportFailure = begin(name);
    const last = unconfirmed.current;
    const isAgain = last?.content === content && last.parent === parent;
    // A request without a response is repeated with its key, also by another tab or after a
    // reload, so that the comment is stored once.
    const earlier = isAgain ? last.key : readKey(name, content);
    /** Remembers the key of the request until the host has confirmed it. */
    const pending = (key: string): PendingComment => {
      storeKey(name, content, key);
      unconfirmed.current = { key, content, parent };
      return unconfirmed.current;
    };
    const sending = pending(earlier ?? newKey());
    const { key } = sending;
    // A reply is shown by its form until it is stored.
    if (parent === undefined) threads.change(id, (thread) => withSending(thread, sending));
    try {
      const { addComment } = await actions();
      const comment = await addComment(actor, post, sending);
      unconfirmed.current = undefined;
      removeKey(name, content);
      threads.change(id, (thread) => withStored(thread, key, comment));
      announce(t(`postDetail.comments.${comment.withheld ? "waiting" : "sent"}`));
    } catch (error) {
      // The next attempt sends a new comment.
      if (earlier && isKeyUsed(error)) pending(newKey());
      threads.change(id, (thread) => withoutSending(thread, key));
      reportFailure(t("postDetail.commentFailed"), error);
      throw error;
    }
  };
}

/**
 * Returns the actions on comments. Sending and deleting change the thread on the page at once,
 * editing and marking after the host's response.
 */
export function useOwnComments(post: PostView): OwnComments {
  const actor = useActor();
  return {
    send: useSend(actor, post),
    edit: useEdit(actor, post.id),
    remove: useRemoval(actor, post),
    mark: useMark(actor),
  };
}
