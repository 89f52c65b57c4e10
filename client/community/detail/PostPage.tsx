/** One post in full, with its details and comments. */
import { useReplace } from "../../page/address.ts";
import { machineText, momentText, numberText } from "../../language/dates.ts";
import { pathFor } from "../../language/paths.ts";
import { usePage, usePageData } from "../../page/PageContext.ts";
import { ShareButton } from "../../page/ShareButton.tsx";
import { Avatar } from "../../ui/Avatar.tsx";
import type { CommentPage, PostView } from "../../wire/types.generated.ts";
import { AuthorName, MemberLink } from "../MemberLink.tsx";
import { AnsweredBadge, CategoryBadge } from "../CategoryBadge.tsx";
import { CommentList } from "../comments/CommentList.tsx";
import { titleOf, descriptionOf } from "../excerpt.ts";
import { HeldReason } from "../HeldReason.tsx";
import { RelativeTime } from "../RelativeTime.tsx";
import { SaveButton } from "./SaveButton.tsx";
import { HideLink } from "../hide/HideLink.tsx";
import { ReportLink } from "../ReportLink.tsx";
import { useLivePost } from "../live/useLivePost.ts";
import { usePostVisibility, usePost } from "../usePosts.ts";
import { LikeButton } from "../post/LikeButton.tsx";
import { MissingPost } from "./MissingPost.tsx";
import { PostImages } from "./PostImages.tsx";
import { CommentIcon } from "../post/CommentIcon.tsx";
import { OwnMenu } from "../post/OwnMenu.tsx";
import { TeaInfo, useTeaTags } from "./TeaInfo.tsx";
import { type MouseEvent, useEffect, useEffectEvent } from "react";
import { useSession } from "../../accounts/sessions/useSession.ts";
import { FollowLink } from "../follow/FollowLink.tsx";
import { answeredCategory, isPostCategory } from "../../contracts/postCategories.ts";
import { singleLine } from "../../language/excerpt.ts";
import { LinkedText } from "../../page/LinkedText.tsx";
import { PageLink } from "../../page/PageLink.tsx";
import { PageHead } from "../../page/PageHead.tsx";
import "./PostPage.css";
import "./PostPrint.css";

interface PostProps {
  readonly post: PostView;
}

/** Renders author, times and category, and the menu on an own post. */
function Byline({ post }: PostProps) {
  const { viewer, language, t } = usePage();
  const go = useReplace();
  const { user, created_at, edited_at } = post;
  const isOwn = viewer !== null && viewer.id === user?.id;
  return (
    <header className="post-page-byline">
      <Avatar src={user?.avatar_url ?? null} name={user?.display_name ?? ""} size="small" />
      <div className="post-page-who">
        <MemberLink author={user} />
        <p>
          <RelativeTime instant={created_at} />
          {edited_at && (
            <>
              {" "}
              <time dateTime={machineText(edited_at)} title={momentText(edited_at, language)}>
                {t("postDetail.edited")}
              </time>
            </>
          )}
        </p>
      </div>
      <CategoryBadge category={post.category} />
      <AnsweredBadge post={post} />
      {isOwn && <OwnMenu post={post} onDeleted={() => go(pathFor("community", language))} />}
    </header>
  );
}

/**
 * Renders the heading of a post; without a title it is for screen readers only and names the
 * author.
 */
function Heading({ post: { title, user, language } }: PostProps) {
  const { t } = usePage();
  if (title) {
    return (
      <h1 className="post-page-title" lang={language} dir="auto">
        {title}
      </h1>
    );
  }
  // The name is in its author's language, the surrounding text in the page's.
  const [before, after] = t("postDetail.untitled", { name: "\n" }).split("\n");
  return (
    <h1 className="visually-hidden">
      {before}
      <AuthorName author={user} />
      {after}
    </h1>
  );
}

/**
 * Renders the numbers of likes and comments, and the actions on a post: share, save, follow, hide,
 * report.
 */
function Counts({ post }: PostProps) {
  const { site, language, viewer, t } = usePage();
  const url = site.origin + pathFor("post", language, { id: String(post.id) });
  const { user } = post;
  const isOwn = viewer !== null && viewer.id === user?.id;
  return (
    <p className="post-page-counts">
      <LikeButton post={post} />
      <a className="post-button" href="#comments">
        <CommentIcon />
        <span>{t("postDetail.comments.heading")}</span>{" "}
        <span className="post-button-count">{numberText(post.commentsCount)}</span>
      </a>
      <ShareButton title={titleOf(post)} url={url} className="post-button" />
      {viewer && !post.withheld && <SaveButton key={post.id} id={post.id} />}
      {!isOwn && post.category === answeredCategory && (
        <FollowLink kind="question" id={String(post.id)} />
      )}
      {!isOwn && viewer && user && (
        <HideLink other={user.id} name={user.display_name} className="post-button" />
      )}
      {!isOwn && <ReportLink subject={`post:${post.id}`} className="post-button" />}
    </p>
  );
}

/**
 * Marks the member's notifications about the post as read, also those that arrive while it is open.
 */
function useMarkAsRead(id: number): void {
  const { viewer } = usePage();
  const open = useSession();
  const mark = useEffectEvent(async () =>
    (await import("../notifications/markRead.ts")).markPostRead(open, id),
  );
  const hasUnread = viewer?.has_unread;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another post is marked too.
  useEffect(() => {
    if (hasUnread) mark().catch(() => undefined);
  }, [hasUnread, id]);
}

/**
 * Renders the link to the decision that hid a post: on the author's account, for moderators in the
 * log.
 */
function HiddenReason({ post: { id, user } }: PostProps) {
  const { viewer, t } = usePage();
  const isOwn = viewer !== null && viewer.id === user?.id;
  return (
    <PageLink
      to={isOwn ? "account" : "moderationLog"}
      suffix={isOwn ? "#decisions" : `?subject=post:${id}#log-entries`}
    >
      {t("postDetail.withheld.account")}
    </PageLink>
  );
}

interface WholePostProps extends PostProps {
  readonly comments: CommentPage | null;
}

/** Renders a post with its comments, and why others do not see it, if so. */
function WholePost({ post: preloaded, comments }: WholePostProps) {
  const { t } = usePage();
  const post = usePost(preloaded);
  const visibility = usePostVisibility(preloaded);
  useLivePost(post.id);
  useMarkAsRead(post.id);
  return (
    <div className="post-page">
      <PostHead post={post} />
      <BackButton />
      <p className="post-page-gone" role="status">
        {visibility === "faded" && t("postDetail.removed")}
      </p>
      {post.withheld === "hidden" && (
        <p className="post-page-gone">
          {t("postDetail.withheld.hidden")} <HiddenReason post={post} />
        </p>
      )}
      <HeldReason withheld={post.withheld} />
      <article className="post-page-sheet">
        <div className="post-page-note">
          <Byline post={post} />
          <Heading post={post} />
          <p className="post-page-content" lang={post.language} dir="auto">
            <LinkedText text={post.content} mentions={post.mentions} />
          </p>
          <PostImages images={post.images} />
          <Counts post={post} />
        </div>
        <TeaInfo post={post} />
      </article>
      <CommentList key={post.id} post={post} preloaded={comments} />
    </div>
  );
}

/** Renders the page of a post; a missing or removed one gets a message with its status. */
export default function PostPage() {
  const { id = "" } = usePage().params;
  const post = usePageData("post", { id });
  const comments = usePageData("comments", { id });
  if (post === null || post === "removed") return <MissingPost wasRemoved={post !== null} />;
  return <WholePost post={post} comments={comments} />;
}

/**
 * Returns whether a link of this site led here, which the navigation notes in the history entry.
 */
function cameFromHere(): boolean {
  const state: unknown = history.state;
  return typeof state === "object" && state !== null && "isFollowed" in state;
}

/**
 * Goes back in the history if a link of this site led here; otherwise the press follows the link to
 * the feed.
 */
function goBack(event: MouseEvent): void {
  const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  if (!isPlain || !cameFromHere()) return;
  event.preventDefault();
  history.back();
}

/** Renders the link back to the feed. */
function BackButton() {
  const { language, t } = usePage();
  return (
    <p className="post-page-back">
      <a href={pathFor("community", language)} onClick={goBack}>
        ← {t("postDetail.back")}
      </a>
    </p>
  );
}

/** Renders the head tags of a post's page: title, description, author and times. */
function PostHead({ post }: { readonly post: PostView }) {
  const { site, t } = usePage();
  const tags = useTeaTags(post);
  const { category } = post;
  const section = isPostCategory(category) ? t(`post.category.${category}`) : category;
  const { user, language, created_at, edited_at } = post;
  const text = titleOf(post);
  const title = user ? t("postDetail.named", { text, name: singleLine(user.display_name) }) : text;
  const author = user && site.origin + pathFor("member", language, { id: user.id });
  const properties = [
    { name: "article:published_time", content: created_at },
    { name: "article:modified_time", content: edited_at ?? created_at },
    ...(author ? [{ name: "article:author", content: author }] : []),
    { name: "article:section", content: section },
    ...tags.map((tag) => ({ name: "article:tag", content: tag })),
  ];
  return (
    <PageHead
      title={title}
      description={descriptionOf(post)}
      type="article"
      original={language}
      embeddable
      properties={properties}
    />
  );
}
