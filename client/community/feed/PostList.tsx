/** The list of the feed and its link to more posts; after loading more the focus moves to the first new one. */
import {
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  type MouseEvent,
  type ReactNode,
  useState,
} from "react";
import type { PostView } from "../../wire/types.generated.ts";
import { PostCard } from "../post/PostCard.tsx";
import { useReplace } from "../../page/address.ts";
import { feedPageSize, feedPages } from "../../contracts/limits.generated.ts";
import { pathFor } from "../../language/paths.ts";
import { usePage } from "../../page/PageContext.ts";
import { useLastAlert } from "../../page/useNotify.ts";
import { changed, type FeedState, queryOf } from "./feed.ts";
import type { Feed } from "./useFeed.ts";

interface PostListProps {
  readonly posts: readonly PostView[];
  readonly newId: number | undefined;
  /** Position of the next focus target, set by the component that requested more. */
  readonly focusAt: { current: number | undefined };
}

/**
 * Returns a ref for the position of the focused card; when that card is deleted, the focus moves to
 * the next one. `count` is the number of posts.
 */
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

/**
 * Renders the posts. After more are shown, the focus moves to the position `focusAt` (0 also
 * scrolls to the top of the list), after a deletion to the next card; the reader's new post is
 * scrolled into view.
 */
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

interface MorePostsProps {
  readonly state: FeedState;
  readonly feed: Feed;
  /** The number of entries before the focus target; zero moves to the top of the page. */
  readonly onGrow: (from: number) => void;
}

/** Returns the element id of a post in the list; `index` counts from 0, the id from 1. */
function entryId(index: number): string {
  return `entry-${index + 1}`;
}

/** Renders the link to the page of older posts, which begins at the cursor. */
function OlderLink({ state, feed, onGrow, children }: MorePostsProps & { children: ReactNode }) {
  const { language } = usePage();
  const older = queryOf(changed(state, { after: feed.entry.list?.next ?? "" }));
  return (
    <p className="feed-more">
      <a
        className="button button-quiet"
        href={`${pathFor("community", language)}${older}#results`}
        onClick={() => onGrow(0)}
      >
        {children}
      </a>
    </p>
  );
}

/** Renders the link to the next page; with scripts a press appends its posts to the list. */
export function MorePosts(props: MorePostsProps) {
  const { state, feed, onGrow } = props;
  const { language, t } = usePage();
  const go = useReplace();
  const report = useLastAlert();
  const [isBusy, setBusy] = useState(false);
  const { remaining, isMore } = feed;
  // The search examined a bounded number of posts and may find more.
  if (remaining === 0 && isMore) return <OlderLink {...props}>{t("community.further")}</OlderLink>;
  if (remaining === 0) return <p className="feed-all">{t("community.allShown")}</p>;

  if (state.page === feedPages) {
    const older = t(isMore ? "community.olderOfMany" : "community.older", { remaining });
    return <OlderLink {...props}>{older}</OlderLink>;
  }
  const shown = state.page * feedPageSize;
  const address = pathFor("community", language) + queryOf({ ...state, page: state.page + 1 });
  /** Loads the next posts below the list, unless the press opens another tab. */
  const grow = async (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (isBusy) return;
    report();
    setBusy(true);
    const isThere = await feed.ensure(shown + feedPageSize);
    setBusy(false);
    if (!isThere) return report(t("community.moreFailed"));
    onGrow(shown);
    go(address);
  };
  return (
    <p className="feed-more">
      <a
        className="button button-quiet"
        href={`${address}#${entryId(shown)}`}
        aria-disabled={isBusy || undefined}
        onClick={(event) => void grow(event)}
      >
        {isBusy
          ? t("community.loadingMore")
          : t(isMore ? "community.moreOfMany" : "community.more", {
              next: Math.min(feedPageSize, remaining),
              remaining,
            })}
      </a>
    </p>
  );
}
