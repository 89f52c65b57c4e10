/** The way to the next ten: appended where scripts run, else a link to the longer list; or that this is all. */
import { type MouseEvent, type ReactNode, useState } from "react";
import { feedPageSize, feedPages } from "../../contracts/limits.ts";
import { pathFor } from "../../language/paths.ts";
import { usePage } from "../../page/PageContext.ts";
import { useNotify } from "../../page/useNotify.ts";
import { changed, type FeedState, queryOf } from "./feed.ts";
import type { Feed } from "./useFeed.ts";

interface MorePostsProps {
  readonly state: FeedState;
  readonly feed: Feed;
  /** The keyboard goes on after so many entries; after none, the reader goes to the top as well. */
  readonly onGrow: (from: number) => void;
}

/** The place in the list, counted from one, for the address of a first new entry. */
export function entryId(index: number): string {
  return `entry-${index + 1}`;
}

/** To where the list goes on, which begins there then. */
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

export function MorePosts(props: MorePostsProps) {
  const { state, feed, onGrow } = props;
  const { language, go, t } = usePage();
  const { alert } = useNotify();
  const [isBusy, setBusy] = useState(false);
  const { remaining, isMore } = feed;
  // A search looks through so many posts at once: it found no others, and there may be some yet.
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
    go?.(address);
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
