/** A post in a list with pictures, tags, likes and comments. */
import { memo, useState } from "react";
import { type Age, ageOf } from "../../language/relativeTime.ts";
import { usePage } from "../../page/PageContext.ts";
import { LinkedText } from "../../page/LinkedText.tsx";
import { useFragment } from "../../page/fragments.ts";
import { PageLink } from "../../page/PageLink.tsx";
import { Avatar } from "../../ui/Avatar.tsx";
import type { PostView } from "../../wire/types.generated.ts";
import { AuthorName } from "../MemberLink.tsx";
import { AnsweredBadge, CategoryBadge } from "../CategoryBadge.tsx";
import { WithheldMark } from "../WithheldMark.tsx";
import { RelativeTime } from "../RelativeTime.tsx";
import { usePostVisibility, usePost } from "../usePosts.ts";
import { CardImages } from "./CardImages.tsx";
import { CommentToggle, useComments } from "./CommentToggle.tsx";
import { LikeButton } from "./LikeButton.tsx";
import { namedBy } from "./namedBy.ts";
import { OwnMenu } from "./OwnMenu.tsx";
import { PostTags } from "./PostTags.tsx";
import { pathFor } from "../../language/paths.ts";
import { postContentCharacters } from "../../contracts/limits.generated.ts";
import "./PostCard.css";

interface PostCardProps {
  readonly post: PostView;
  /** Just created by the reader: highlighted for a moment. */
  readonly isNew?: boolean;
  /** On the first screen, so its picture loads eagerly. */
  readonly isFirst?: boolean;
  /** Called after the author has deleted the post. */
  readonly onDeleted?: () => void;
}

/** Returns the element id of a card's heading. */
function headingOf({ id }: PostView): string {
  return `post-${id}-title`;
}

/** Renders author, category and time, linked to the post. */
function Byline({ post, age, isOwn, onDeleted }: InsideProps) {
  const { t } = usePage();
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
        <AnsweredBadge post={post} />
        <PageLink to="post" params={params} className="post-card-time">
          <RelativeTime instant={post.created_at} age={age} />
        </PageLink>
        {post.edited_at !== null && <span>{t("post.edited")}</span>}
      </p>
      {isOwn && <OwnMenu post={post} {...(onDeleted && { onDeleted })} />}
    </div>
  );
}

/** Renders the title; a post without one gets a heading for screen readers only. */
function Heading({ post }: { readonly post: PostView }) {
  const { t } = usePage();
  const { title, user, language } = post;
  const id = headingOf(post);
  if (title) {
    return (
      <h3 id={id} className="post-card-title" lang={language} dir="auto">
        <PageLink to="post" params={{ id: String(post.id) }}>
          {title}
        </PageLink>
      </h3>
    );
  }
  // The name is in its author's language, the surrounding text in the page's.
  const [before, after] = t("post.untitled", { name: "\n" }).split("\n");
  return (
    <h3 id={id} className="visually-hidden">
      {before}
      <AuthorName author={user} />
      {after}
    </h3>
  );
}

interface InsideProps {
  readonly post: PostView;
  readonly age: Age;
  readonly isOwn: boolean;
  readonly isNew: boolean;
  readonly isFirst: boolean;
  readonly isGone: boolean;
  readonly onDeleted?: (() => void) | undefined;
}

/** Renders everything on a card; the comments open below it. */
function PostCardContent(props: InsideProps) {
  const { post, isNew, isFirst, isGone } = props;
  const { t } = usePage();
  const comments = useComments();
  const { isOpen, Panel } = comments;
  const heading = headingOf(post);
  const panel = `${heading}-comments`;
  return (
    <>
      {isNew && <p className="post-card-new">{t("post.new")}</p>}
      {isGone && <p className="post-card-gone">{t("post.removed")}</p>}
      <WithheldMark withheld={post.withheld} />
      <Byline {...props} />
      <Heading post={post} />
      <PostText post={post} />
      {post.images.length > 0 && (
        <CardImages images={post.images} heading={heading} isFirst={isFirst} />
      )}
      <PostTags post={post} />
      <div className="post-card-actions">
        <LikeButton post={post} heading={heading} />
        <CommentToggle post={post} comments={comments} controls={panel} heading={heading} />
      </div>
      {isOpen && (
        <div id={panel} className="post-card-comments" aria-busy={!Panel}>
          {Panel && <Panel post={post} />}
        </div>
      )}
    </>
  );
}

/** Renders a post in a list. It is rendered again only when its own data changes. */
export const PostCard = memo(function PostCard(props: PostCardProps) {
  const { post: given, isNew = false, isFirst = false, onDeleted } = props;
  const { viewer, now } = usePage();
  const post = usePost(given);
  const isGone = usePostVisibility(given) === "faded";
  const age = ageOf(post.created_at, Date.parse(now));
  const isOwn = viewer !== null && viewer.id === post.user?.id;
  const inside = useFragment(
    <PostCardContent {...{ post, age, isOwn, isNew, isFirst, isGone, onDeleted }} />,
  );
  return (
    <article
      className="post-card"
      id={`post-${post.id}`}
      data-new={isNew || undefined}
      data-gone={isGone || undefined}
      inert={isGone}
      aria-labelledby={headingOf(post)}
      {...inside}
    />
  );
});

const linesMost = 12;

interface Preview {
  readonly text: string;
  readonly isCut: boolean;
}

/**
 * Returns the beginning of a post's text: at most `linesMost` lines and as many characters as a post
 * may have, with "…" if it is cut. A post within the present limit is cut by its lines only.
 */
function previewOf(content: string): Preview {
  const characters = [...content];
  const short = characters.slice(0, postContentCharacters).join("");
  const lines = short.split("\n");
  const text = lines.slice(0, linesMost).join("\n");
  const isCut = characters.length > postContentCharacters || lines.length > linesMost;
  return isCut ? { text: `${text.trimEnd()}…`, isCut } : { text: content, isCut };
}

/**
 * Returns a function that links words to `href`, which the tab key skips: the time above is the
 * same link.
 */
function linkWords(href: string) {
  return (words: string) => (
    <a href={href} tabIndex={-1} draggable={false}>
      {words}
    </a>
  );
}

/** Renders the beginning of the text, with a button that shows all of it. */
function PostText({ post }: { readonly post: PostView }) {
  const { language, t } = usePage();
  const [isOpen, setOpen] = useState(false);
  const { text, isCut } = previewOf(post.content);
  const href = pathFor("post", language, { id: String(post.id) });
  return (
    <div className="post-text">
      <p lang={post.language} dir="auto">
        <LinkedText
          text={isOpen ? post.content : text}
          mentions={post.mentions}
          words={linkWords(href)}
        />
      </p>
      {isCut && !isOpen && (
        <a
          className="post-text-more"
          {...namedBy(`${headingOf(post)}-more`, headingOf(post))}
          href={href}
          onClick={(event) => {
            event.preventDefault();
            setOpen(true);
          }}
        >
          {t("post.readMore")}
        </a>
      )}
    </div>
  );
}
