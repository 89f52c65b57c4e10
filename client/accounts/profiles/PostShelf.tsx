/** Posts of a member or a collection: ten at a time, with a link to the next ten. */
import { usePath, useQuery, useReplace } from "../../page/address.ts";
import type { ReactNode } from "react";
import { PostCard } from "../../community/post/PostCard.tsx";
import { maxPages, pageOf } from "../../community/queries.ts";
import { usePosts } from "../../community/usePosts.ts";
import { profilePageSize } from "../../contracts/limits.generated.ts";
import { usePage } from "../../page/PageContext.ts";
import type { PostPage, PostView } from "../../wire/types.generated.ts";
import "./PostShelf.css";

interface PostShelfProps {
  readonly page: PostPage;
  /** The list's own address, with its query. */
  readonly address: string;
  /** Empty state of the list. */
  readonly children: ReactNode;
}

/**
 * Returns the address that shows ten more posts (`page`); when it already shows the most, 100, a
 * new list begins after the last post (`after`).
 */
function nextAddress(address: string, query: URLSearchParams, page: PostPage): string {
  const [path = "", search] = address.split("?");
  const next = new URLSearchParams(search);
  const after = query.get("after");
  const shown = pageOf(query);
  if (shown >= maxPages) {
    if (page.next) next.set("after", page.next);
    return `${path}?${next}#page-1`;
  }
  if (after) next.set("after", after);
  next.set("page", String(shown + 1));
  return `${path}?${next}#page-${shown + 1}`;
}

/** Renders a link to the next page with the number of posts left, or that all are shown. */
function NextPageLink({ page, address }: Omit<PostShelfProps, "children">) {
  const { t } = usePage();
  const query = useQuery();
  const { next, remaining, remaining_is_more: isMore } = page;
  if (next === null) return <p className="post-shelf-end">{t("profile.allShown")}</p>;
  return (
    <p className="post-shelf-end">
      <a className="button button-quiet" href={nextAddress(address, query, page)}>
        {t(isMore ? "profile.moreOfMany" : "profile.more", {
          next: Math.min(profilePageSize, remaining),
          remaining,
        })}
      </a>
    </p>
  );
}

/** Renders the posts as cards; each group of ten has an id as target of its link. */
function Cards({ posts }: { readonly posts: readonly PostView[] }) {
  const path = usePath();
  const go = useReplace();
  /** Returns the id of the group that begins at an index; undefined for other posts. */
  const nameAt = (index: number) =>
    index % profilePageSize === 0 ? `page-${index / profilePageSize + 1}` : undefined;
  return (
    <div className="post-shelf-cards">
      {posts.map((post, index) => (
        <div key={post.id} id={nameAt(index)}>
          <PostCard post={post} isFirst={index === 0} onDeleted={() => go(path)} />
        </div>
      ))}
    </div>
  );
}

/** Renders the posts; the children are shown instead if there are none. */
export function PostShelf({ page, address, children }: PostShelfProps) {
  const posts = usePosts(page.posts);
  if (posts.length === 0 && page.next === null) return children;
  return (
    <>
      <Cards posts={posts} />
      <NextPageLink page={page} address={address} />
    </>
  );
}
