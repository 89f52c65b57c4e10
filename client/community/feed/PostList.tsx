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
import { useNotify } from "../../page/useNotify.ts";
import { changed, type FeedState, queryOf } from "./feed.ts";
import type { Feed } from "./useFeed.ts";

interface PostListProps {
  readonly posts: readonly PostView[];
  readonly newId: number | undefined;
  /** Position of the next focus target, set by the component that requested more. */
  readonly focusAt: { current: number | undefined };
}

/** Moves the focus from a deleted card to the card that takes its place. */
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

/** Lists posts; keeps the reader's place when posts are added, and moves the focus to `focusAt`. */
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

/** Returns the fragment of an entry by its position in the list, counted from one. */
function entryId(index: number): string {
  return `entry-${index + 1}`;
}

/** Link to the page that starts at the cursor. */
function Older({ state, feed, onGrow, children }: MorePostsProps & { children: ReactNode }) {
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

/** The link to the next page, which scripts append to the list. */
export function MorePosts(props: MorePostsProps) {
  const { state, feed, onGrow } = props;
  const { language, t } = usePage();
  const go = useReplace();
  const { alert } = useNotify();
  const [isBusy, setBusy] = useState(false);
  const { remaining, isMore } = feed;
  // The search examined a bounded number of posts and may find more.
  if (remaining === 0 && isMore) return <Older {...props}>{t("community.further")}</Older>;
  if (remaining === 0) return <p className="feed-all">{t("community.allShown")}</p>;

  if (state.page === feedPages) {
    const older = t(isMore ? "community.olderOfMany" : "community.older", { remaining });
    return <Older {...props}>{older}</Older>;
  }
  const shown = state.page * feedPageSize;
  const address = pathFor("community", language) + queryOf({ ...state, page: state.page + 1 });
  const grow = async (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    const isThere = await feed.ensure(shown + feedPageSize);
    setBusy(false);
    if (!isThere) {
      alert(t("community.moreFailed"));
      return;
    }
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
