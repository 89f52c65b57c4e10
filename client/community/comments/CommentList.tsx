/** Comments of a post, oldest first with replies below theirs, and the form for a new one. */
import { useQuery } from "../../page/address.ts";
import { Fragment, type MouseEvent, useEffect, useEffectEvent } from "react";
import { numberText } from "../../language/dates.ts";
import { answeredCategory } from "../../contracts/postCategories.ts";
import { usePage } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import { useLastAlert, useNotify } from "../../page/useNotify.ts";
import { Button } from "../../ui/Button.tsx";
import { Refusal } from "../../wire/refusal.ts";
import type { CommentPage, CommentView, PostView } from "../../wire/types.generated.ts";
import { CommentForm } from "./CommentForm.tsx";
import { AuthorName } from "../MemberLink.tsx";
import { CommentBody, SendingRow } from "./CommentBody.tsx";
import { CommentRow } from "./CommentRow.tsx";
import { remainingIn, threadId, visibleIn, type Thread } from "./thread.ts";
import { useKeptFocus, type ThreadView, useThread } from "./useThread.ts";
import { type OwnComments, useOwnComments } from "./useOwnComments.ts";
import "./CommentList.css";

const unavailable = "postDetail.commentsUnavailable";

interface CommentsPlaceholderProps {
  readonly reading: ThreadView;
}

/**
 * Renders that the comments are loading, or that they failed, with a button to try again; the post
 * is shown in both cases. Until the next attempt an alert reports that the host cannot read comments.
 */
export function CommentsPlaceholder({ reading: { error, refetch } }: CommentsPlaceholderProps) {
  const { t } = usePage();
  const { alert, reason } = useNotify();
  const report = useEffectEvent(() =>
    error instanceof Refusal && error.code === unavailable ? alert(reason(error)) : undefined,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure is reported once.
  useEffect(() => report(), [error]);
  if (error === null) {
    return (
      <>
        <p className="comment-list-none needs-scripts" role="status">
          {t("postDetail.comments.loading")}
        </p>
        <noscript>
          <p>{t(unavailable)}</p>
        </noscript>
      </>
    );
  }
  return (
    <div className="comment-list-none">
      <p>{t("postDetail.comments.failed")}</p>
      <Button kind="quiet" onPress={() => void refetch()}>
        {t("postDetail.comments.retry")}
      </Button>
    </div>
  );
}

/**
 * Returns a function for the properties of a comment's row under this post, except the comment
 * itself.
 */
export function useRowProps(post: PostView, own: OwnComments) {
  const { viewer, page } = usePage();
  const isQuestion = post.category === answeredCategory;
  const isAuthor = viewer !== null && viewer.id === post.user?.id;
  return ({ id }: CommentView) => ({
    // A card shows the first comments only, where a new reply would have no place.
    ...(viewer !== null && page === "post" && !post.are_comments_locked && { onReply: own.send }),
    onEdit: own.edit,
    isLocked: post.are_comments_locked,
    onRemove: own.remove,
    onMark: own.mark,
    isAnswer: isQuestion && id === post.answer_id,
    mayChoose: isQuestion && (isAuthor || Boolean(viewer?.role)),
    isPinned: id === post.pinned_id,
    mayPin: isAuthor && page === "post",
  });
}

interface RowsProps {
  readonly thread: Thread;
  readonly rowProps: ReturnType<typeof useRowProps>;
}

/**
 * Renders a line above replies whose comment is deleted, hidden from the reader, or on an earlier
 * page (`isEarlier`).
 */
function AbsentComment({ isEarlier }: { readonly isEarlier: boolean }) {
  const { t } = usePage();
  return (
    <li className="comment-row-absent">
      {t(isEarlier ? "postDetail.replies.earlier" : "postDetail.replies.absent")}
    </li>
  );
}

interface CommentRowsProps extends RowsProps {
  readonly comments: readonly CommentView[];
}

/**
 * Renders comments in their order, in which replies follow the comment that they reply to. Where
 * that one is not among the rows, a line above its replies says so.
 */
export function CommentRows({ comments, thread, rowProps }: CommentRowsProps) {
  return comments.map((comment, index) => {
    const { id, parent_id: parent } = comment;
    const before = comments[index - 1];
    const isFirst = parent !== null && (!before || threadId(before) !== parent);
    const isEarlier =
      comment.is_parent_shown && !thread.deleting.some((deleted) => deleted === parent);
    return (
      <Fragment key={id}>
        {isFirst && <AbsentComment isEarlier={isEarlier} />}
        <CommentRow comment={comment} {...rowProps(comment)} />
      </Fragment>
    );
  });
}

/** Renders the reader's own new comments, stored and pending, below the others. */
export function OwnRows({ thread, rowProps }: RowsProps) {
  return (
    <>
      <CommentRows comments={visibleIn(thread).own} thread={thread} rowProps={rowProps} />
      {thread.sending.map(({ key, content }) => (
        <SendingRow key={key} content={content} />
      ))}
    </>
  );
}

interface MarkedCommentProps extends RowsProps {
  readonly mark: "answer" | "pin";
  /** The comment with this mark; null without one. */
  readonly id: number | null;
  /** The comment, if the page of the payload has it not among its rows. */
  readonly beside: CommentView | null;
}

/**
 * Renders a link to the chosen answer or the pinned comment in the list, or the comment itself
 * while its place there is not loaded. The text of a pinned comment is always shown.
 */
function MarkedComment({ mark, id, beside, thread, rowProps }: MarkedCommentProps) {
  const { t } = usePage();
  const shown = [...thread.rows, ...thread.own, ...(beside ? [beside] : [])];
  const comment = shown.find((one) => one.id === id && !thread.deleting.includes(one.id));
  if (!comment) return null;
  const isListed = comment !== beside;
  return (
    <div className="comment-list-answer">
      <p>
        {t(`postDetail.${mark}.heading`)}{" "}
        {isListed && <a href={`#comment-${id}`}>{t(`postDetail.${mark}.go`)}</a>}
      </p>
      {(!isListed || mark === "pin") && (
        <ul className="comment-rows">
          {isListed ? (
            <PinnedRow comment={comment} />
          ) : (
            <CommentRow comment={comment} {...rowProps(comment)} />
          )}
        </ul>
      )}
    </div>
  );
}

/** Renders the text of a pinned comment whose row, with its actions, is in the list below. */
function PinnedRow({ comment: { user, content, mentions } }: { readonly comment: CommentView }) {
  return (
    <li className="comment-row">
      <CommentBody by={user} content={content} mentions={mentions}>
        <AuthorName author={user} />
      </CommentBody>
    </li>
  );
}

interface MoreProps {
  readonly thread: Thread;
  readonly more: ThreadView["loadMore"];
}

/** Moves the focus to the author of a comment, the first of those that were loaded. */
function focusComment(comment: CommentView | undefined): void {
  const row = comment && document.getElementById(`comment-${comment.id}`);
  row?.querySelector("a")?.focus({ preventScroll: true });
}

/** Renders a link to the next comments; with scripts a press loads them below. */
function More({ thread, more }: MoreProps) {
  const { t } = usePage();
  const query = useQuery();
  const { reason } = useNotify();
  const report = useLastAlert();
  if (thread.next === null) return null;
  const count = remainingIn(thread);
  /**
   * Loads the next comments and moves the focus to the first of them, unless the press opens
   * another tab.
   */
  const loadNext = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    report();
    more().then(focusComment, (error: unknown) => report(reason(error)));
  };
  return (
    <li className="comment-list-more">
      <a
        className="button button-quiet"
        href={`?after=${encodeURIComponent(thread.next)}#comments`}
        onClick={loadNext}
      >
        {query.has("after")
          ? t("postDetail.comments.next")
          : t("postDetail.comments.more", { count })}
      </a>
    </li>
  );
}

interface CommentListProps {
  readonly post: PostView;
  /** Comments of the payload; null when they could not be read. */
  readonly preloaded: CommentPage | null;
}

/**
 * Renders the comments of a post: pinned comment and answer first, then the loaded part of the
 * thread with a link to more, and the form.
 */
export function CommentList({ post, preloaded }: CommentListProps) {
  const { viewer, t } = usePage();
  const query = useQuery();
  const reading = useThread(post.id, preloaded);
  const own = useOwnComments(post);
  const rowProps = useRowProps(post, own);
  const { thread } = reading;
  const container = useKeptFocus<HTMLElement>(thread);
  const isEmpty = thread && thread.rows.length + thread.own.length + thread.sending.length === 0;
  return (
    <section className="comment-list" aria-labelledby="comments" ref={container} tabIndex={-1}>
      <h2 id="comments" className="comment-list-heading">
        {t("postDetail.comments.heading")}{" "}
        <span className="comment-list-count">{numberText(post.commentsCount)}</span>
      </h2>
      {query.has("after") && (
        <p className="comment-list-start">
          <PageLink to="post" params={{ id: String(post.id) }} suffix="#comments">
            {t("postDetail.comments.fromStart")}
          </PageLink>
        </p>
      )}
      {thread === undefined && <CommentsPlaceholder reading={reading} />}
      {thread && (
        <>
          <MarkedComment
            mark="pin"
            id={post.pinned_id}
            beside={thread.pinned}
            thread={thread}
            rowProps={rowProps}
          />
          <MarkedComment
            mark="answer"
            id={post.category === answeredCategory ? post.answer_id : null}
            beside={thread.answer}
            thread={thread}
            rowProps={rowProps}
          />
        </>
      )}
      {isEmpty && <p className="comment-list-none">{t("postDetail.comments.none")}</p>}
      {thread && !isEmpty && (
        <ol className="comment-rows">
          <CommentRows comments={visibleIn(thread).rows} thread={thread} rowProps={rowProps} />
          <More thread={thread} more={reading.loadMore} />
          <OwnRows thread={thread} rowProps={rowProps} />
        </ol>
      )}
      {post.are_comments_locked && <p className="quiet">{t("postDetail.commentsLocked")}</p>}
      {!(post.are_comments_locked || post.withheld) && (
        <CommentForm key={viewer?.id} postId={post.id} onSend={own.send} />
      )}
    </section>
  );
}
