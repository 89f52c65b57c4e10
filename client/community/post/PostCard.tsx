/** A post in a list: who, when and what, its pictures and tags, likes and comments; a note pinned to the atlas. */
import { memo, useId } from "react";
import { usePage } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import { Avatar } from "../../ui/Avatar.tsx";
import type { PostView } from "../../wire/types.generated.ts";
import { AuthorName } from "../AuthorName.tsx";
import { CategoryBadge } from "../CategoryBadge.tsx";
import { RelativeTime } from "../RelativeTime.tsx";
import { useFate, usePost } from "../usePosts.ts";
import { CardImages } from "./CardImages.tsx";
import { CommentToggle, useComments } from "./CommentToggle.tsx";
import { LikeButton } from "./LikeButton.tsx";
import { OwnMenu } from "./OwnMenu.tsx";
import { PostTags } from "./PostTags.tsx";
import { PostText } from "./PostText.tsx";
import "./PostCard.css";

interface PostCardProps {
  readonly post: PostView;
  /** Just written by the reader: it stands out for a moment. */
  readonly isNew?: boolean;
  /** It is on the first screen, so its picture is not put off. */
  readonly isFirst?: boolean;
  /** Its author has deleted it: where posts are counted, they are to be counted anew. */
  readonly onDeleted?: () => void;
}

function Byline({ post, onDeleted }: Pick<PostCardProps, "post" | "onDeleted">) {
  const { viewer, t } = usePage();
  const { user } = post;
  const params = { id: String(post.id) };
  return (
    <div className="post-card-head">
      <PageLink to="post" params={params} className="post-card-author">
        <Avatar src={user?.avatar_url ?? null} name={user?.display_name ?? ""} size="small" />
        <AuthorName author={user} />
      </PageLink>
      <p className="post-card-facts">
        <CategoryBadge category={post.category} />
        <PageLink to="post" params={params} className="post-card-time">
          <RelativeTime instant={post.created_at} />
        </PageLink>
        {post.edited_at !== null && <span>{t("post.edited")}</span>}
      </p>
      {viewer !== null && viewer.id === user?.id && (
        <OwnMenu post={post} {...(onDeleted && { onDeleted })} />
      )}
    </div>
  );
}

function Heading({ post, id }: { readonly post: PostView; readonly id: string }) {
  const { t } = usePage();
  const { title, user, language } = post;
  if (title) {
    return (
      <h3 id={id} className="post-card-title" lang={language} dir="auto">
        <PageLink to="post" params={{ id: String(post.id) }}>
          {title}
        </PageLink>
      </h3>
    );
  }
  const name = user?.display_name ?? t("post.deletedMember");
  return (
    <h3 id={id} className="visually-hidden">
      {t("post.untitled", { name })}
    </h3>
  );
}

/** Drawn anew by what changes in it; a list that grows, or is looked after, leaves its cards alone. */
export const PostCard = memo(function PostCard(props: PostCardProps) {
  const { post: given, isNew = false, isFirst = false, onDeleted } = props;
  const { t } = usePage();
  const post = usePost(given);
  const fate = useFate(given);
  const comments = useComments();
  const id = useId();
  const { isOpen, Panel } = comments;
  const isGone = fate === "faded";

  return (
    <article
      className="post-card"
      id={`post-${post.id}`}
      data-new={isNew || undefined}
      data-gone={isGone || undefined}
      inert={isGone}
      aria-labelledby={id}
    >
      {isNew && <p className="post-card-new">{t("post.new")}</p>}
      {isGone && <p className="post-card-gone">{t("post.removed")}</p>}
      <Byline post={post} {...(onDeleted && { onDeleted })} />
      <Heading post={post} id={id} />
      <PostText post={post} />
      {post.images.length > 0 && <CardImages images={post.images} isFirst={isFirst} />}
      <PostTags post={post} />
      <div className="post-card-actions">
        <LikeButton post={post} />
        <CommentToggle post={post} comments={comments} controls={`${id}-comments`} />
      </div>
      {isOpen && (
        <div id={`${id}-comments`} className="post-card-comments" aria-busy={!Panel}>
          {Panel && <Panel post={post} />}
        </div>
      )}
    </article>
  );
});
