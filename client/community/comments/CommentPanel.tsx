/** The first comments below a card, fetched when the panel opens, with a link to all of them. */
import { commentPreview } from "../../contracts/limits.generated.ts";
import { usePage } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import type { PostView } from "../../wire/types.generated.ts";
import { CommentForm } from "./CommentForm.tsx";
import { CommentRows, CommentsPlaceholder, OwnRows, useRowProps } from "./CommentList.tsx";
import { visibleIn } from "./thread.ts";
import { useKeptFocus, useThread } from "./useThread.ts";
import { useOwnComments } from "./useOwnComments.ts";

/** Renders the first comments below a card, with a link to all and the form. */
export function CommentPanel({ post }: { readonly post: PostView }) {
  const { viewer, t } = usePage();
  const reading = useThread(post.id, null, commentPreview);
  const own = useOwnComments(post);
  const rowProps = useRowProps(post, own);
  const { thread } = reading;
  const container = useKeptFocus<HTMLDivElement>(thread);
  return (
    <div className="comment-panel" ref={container} tabIndex={-1}>
      {thread ? (
        <ol className="comment-rows">
          <CommentRows
            comments={visibleIn(thread).rows.slice(0, commentPreview)}
            thread={thread}
            rowProps={rowProps}
          />
          <OwnRows thread={thread} rowProps={rowProps} />
        </ol>
      ) : (
        <CommentsPlaceholder reading={reading} />
      )}
      {thread?.total === 0 && thread.sending.length === 0 && (
        <p className="comment-list-none">{t("postDetail.comments.none")}</p>
      )}
      {thread && thread.total > commentPreview && (
        <p className="comment-panel-all">
          <PageLink to="post" params={{ id: String(post.id) }} suffix="#comments">
            {t("postDetail.comments.all", { count: post.commentsCount })}
          </PageLink>
        </p>
      )}
      {post.are_comments_locked ? (
        <p className="quiet">{t("postDetail.commentsLocked")}</p>
      ) : (
        <CommentForm key={viewer?.id} postId={post.id} onSend={own.send} />
      )}
    </div>
  );
}
