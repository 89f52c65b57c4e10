/** A list of posts; after loading more the focus moves to the first new one. */
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import type { PostView } from "../../wire/types.generated.ts";
import { PostCard } from "../post/PostCard.tsx";
import { entryId } from "./MorePosts.tsx";

interface PostListProps {
  readonly posts: readonly PostView[];
  readonly newId: number | undefined;
  /** Position of the next focus target, set by the component that requested more. */
  readonly focusAt: { current: number | undefined };
}

/** When the focused card is deleted, the focus moves to the card that takes its place. */
function useKeptPlace(list: RefObject<HTMLOListElement | null>, count: number) {
  const wasAt = useRef<number>(undefined);
  const before = useRef(count);
  useLayoutEffect(() => {
    const isLess = count < before.current;
    before.current = count;
    const at = wasAt.current;
    if (!isLess || at === undefined || document.activeElement !== document.body) return;
    list.current?.children[Math.min(at, count - 1)]?.querySelector("a")?.focus();
  }, [list, count]);
  return wasAt;
}

export function PostList({ posts, newId, focusAt }: PostListProps) {
  const list = useRef<HTMLOListElement>(null);
  const count = posts.length;
  const first = posts[0]?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when entries were added at the end or on top.
  useLayoutEffect(() => {
    const entry = focusAt.current === undefined ? null : list.current?.children[focusAt.current];
    if (!entry) return;
    if (focusAt.current === 0) document.getElementById("results")?.scrollIntoView();
    focusAt.current = undefined;
    entry.querySelector("a")?.focus({ preventScroll: true });
  }, [count, first, focusAt]);
  const wasAt = useKeptPlace(list, count);
  const isNewHere = posts.some(({ id }) => id === newId);
  useEffect(() => {
    if (isNewHere) list.current?.querySelector("[data-new]")?.scrollIntoView({ block: "nearest" });
  }, [isNewHere]);
  return (
    <ol ref={list} className="feed-list">
      {posts.map((post, index) => (
        <li
          key={post.id}
          id={entryId(index)}
          onFocus={() => {
            wasAt.current = index;
          }}
        >
          <PostCard post={post} isNew={post.id === newId} isFirst={index === 0} />
        </li>
      ))}
    </ol>
  );
}
