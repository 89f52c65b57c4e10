/** Loads the next ten posts; without scripts a link to the next page; or says that all are shown. */
import { useReplace } from "../../page/address.ts";
import { type MouseEvent, type ReactNode, useState } from "react";
import { feedPageSize, feedPages } from "../../contracts/limits.generated.ts";
import { pathFor } from "../../language/paths.ts";
import { usePage } from "../../page/PageContext.ts";
import { useNotify } from "../../page/useNotify.ts";
import { changed, type FeedState, queryOf } from "./feed.ts";
import type { Feed } from "./useFeed.ts";

interface MorePostsProps {
  readonly state: FeedState;
  readonly feed: Feed;
  /** The number of entries before the focus target; zero moves to the top of the page. */
  readonly onGrow: (from: number) => void;
}

/** Position in the list, counted from one, for the fragment of the first new entry. */
export function entryId(index: number): string {
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
