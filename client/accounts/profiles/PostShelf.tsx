/** The posts of one list on a member's page: ten at a time, the next ten behind a link. */
import type { ReactNode } from "react";
import { PostCard } from "../../community/post/PostCard.tsx";
import { mostPages, pageOf } from "../../community/queries.ts";
import { usePosts } from "../../community/usePosts.ts";
import { profilePageSize } from "../../contracts/limits.ts";
import { usePage } from "../../page/PageContext.ts";
import type { PostPage, PostView } from "../../wire/types.generated.ts";
import "./PostShelf.css";

interface PostShelfProps {
  readonly page: PostPage;
  /** The list's own address, with the query that names it. */
  readonly address: string;
  /** What stands here while there is nothing. */
  readonly children: ReactNode;
}

/** The same address, ten posts longer; after ten such pages it goes on from the last post instead. */
function nextAddress(address: string, query: URLSearchParams, page: PostPage): string {
  const [path = "", search] = address.split("?");
  const next = new URLSearchParams(search);
  const after = query.get("after");
  const shown = pageOf(query);
  if (shown >= mostPages) {
    if (page.next) next.set("after", page.next);
    return `${path}?${next}#page-1`;
  }
  if (after) next.set("after", after);
  next.set("page", String(shown + 1));
  return `${path}?${next}#page-${shown + 1}`;
}

function More({ page, address }: Omit<PostShelfProps, "children">) {
  const { query, t } = usePage();
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

/** Each ten have a name, where the link to them leads the eye and the keyboard. */
function Cards({ posts }: { readonly posts: readonly PostView[] }) {
  const { path, go } = usePage();
  const nameAt = (index: number) =>
    index % profilePageSize === 0 ? `page-${index / profilePageSize + 1}` : undefined;
  return (
    <div className="post-shelf-cards">
      {posts.map((post, index) => (
        <div key={post.id} id={nameAt(index)}>
          <PostCard post={post} isFirst={index === 0} onDeleted={() => go?.(path)} />
        </div>
      ))}
    </div>
  );
}

export function PostShelf({ page, address, children }: PostShelfProps) {
  const posts = usePosts(page.posts);
  if (posts.length === 0 && page.next === null) return children;
  return (
    <>
      <Cards posts={posts} />
      <More page={page} address={address} />
    </>
  );
}
