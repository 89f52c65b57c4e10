/** Posts below each other; the keyboard goes on at the first that was added. */
import { useEffect, useLayoutEffect, useRef } from "react";
import type { PostView } from "../../wire/types.generated.ts";
import { PostCard } from "../post/PostCard.tsx";
import { entryId } from "./MorePosts.tsx";

interface PostListProps {
  readonly posts: readonly PostView[];
  readonly newId: number | undefined;
  /** Where the keyboard is to go on once there is an entry; set by whoever asked for it. */
  readonly focusAt: { current: number | undefined };
}

const onFirstScreen = 2;

export function PostList({ posts, newId, focusAt }: PostListProps) {
  const list = useRef<HTMLOListElement>(null);
  const count = posts.length;
  const first = posts[0]?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: entries came, below or on top.
  useLayoutEffect(() => {
    const entry = focusAt.current === undefined ? null : list.current?.children[focusAt.current];
    if (!entry) return;
    if (focusAt.current === 0) document.getElementById("results")?.scrollIntoView();
    focusAt.current = undefined;
    entry.querySelector("a")?.focus({ preventScroll: true });
  }, [count, first, focusAt]);
  const isNewHere = posts.some(({ id }) => id === newId);
  useEffect(() => {
    if (isNewHere) list.current?.querySelector("[data-new]")?.scrollIntoView({ block: "nearest" });
  }, [isNewHere]);
  return (
    <ol ref={list} className="feed-list">
      {posts.map((post, index) => (
        <li key={post.id} id={entryId(index)}>
          <PostCard post={post} isNew={post.id === newId} isFirst={index < onFirstScreen} />
        </li>
      ))}
    </ol>
  );
}
