/** The feed page: categories, search, filters and posts by tens; its state is in the address. */
import { usePath, useQuery, useReplace } from "../../page/address.ts";
import { useMemo, useRef } from "react";
import { useCultivarNames } from "../../cultivars/catalogue/useCultivarNames.ts";
import { feedPageSize } from "../../contracts/limits.generated.ts";
import { pathFor } from "../../language/paths.ts";
import { type Page, usePage } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import { useLive } from "../live/useLive.ts";
import { usePosts } from "../usePosts.ts";
import { NewPostsNotice } from "./NewPostsNotice.tsx";
import { CategoryTabs } from "./CategoryTabs.tsx";
import { FeedEmpty, FeedFailed, FeedLoading, queryOfCategory } from "./FeedStates.tsx";
import { FeedFilters } from "./FeedFilters.tsx";
import { FeedHead } from "./FeedHead.tsx";
import { changed, type FeedState, isOnTop, queryOf, stateOf } from "./feed.ts";
import { MorePosts } from "./MorePosts.tsx";
import { NewPost, newIdOf, useHighlight } from "./NewPost.tsx";
import { PostList } from "./PostList.tsx";
import { SortLinks } from "./SortLinks.tsx";
import { type Feed, useFeed } from "./useFeed.ts";
import "./CommunityPage.css";

/** The parsed address, computed only when it changes. */
function useFeedState(): FeedState {
  const path = usePath();
  const query = useQuery();
  const names = useCultivarNames();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the query is the path's.
  return useMemo(() => stateOf(query, (id) => Object.hasOwn(names, id)), [path, names]);
}

function headingOf({ t }: Page, { search, category }: FeedState): string {
  if (search) return t("community.results.search", { search });
  return category ? t(`post.category.${category}`) : t("community.results.all");
}

interface ResultsProps {
  readonly state: FeedState;
  readonly feed: Feed;
  readonly newId: number | undefined;
}

function Results({ state, feed, newId }: ResultsProps) {
  const { language, t } = usePage();
  const focusAt = useRef<number>(undefined);
  const posts = usePosts(feed.posts);
  const { entry, showArrived } = feed;
  if (!entry.list && entry.hasFailed)
    return (
      <FeedFailed
        failure={entry.failure}
        onRetry={() => void feed.ensure(state.page * feedPageSize)}
      />
    );
  if (!entry.list) return <FeedLoading />;
  const show = async () => {
    focusAt.current = 0;
    await showArrived();
  };
  return (
    <>
      <NewPostsNotice count={entry.list.arrived.length} onShow={show} />
      {state.after && (
        <p className="feed-newest">
          <a href={pathFor("community", language) + queryOf(changed(state, {}))}>
            {t("community.newest")}
          </a>
        </p>
      )}
      {posts.length === 0 && !feed.isMore ? (
        <FeedEmpty state={state} />
      ) : (
        <>
          {posts.length === 0 && <p className="feed-all">{t("community.empty.soFar")}</p>}
          <PostList posts={posts} newId={newId} focusAt={focusAt} />
          <MorePosts
            state={state}
            feed={feed}
            onGrow={(from) => {
              focusAt.current = from;
            }}
          />
        </>
      )}
    </>
  );
}

/** Events of other members update the list. */
function useArrivals(state: FeedState, { lists, key, ensure }: Feed): void {
  useLive({
    onEvent: (event) => {
      if (event.type === "postCreated" && isOnTop(state, event.category))
        lists.arrive(key, event.id);
      if (event.type === "postRemoved") lists.leave(event.id);
    },
    onBack: () => void ensure(state.page * feedPageSize),
  });
}

/** The address of the last page has no successor. */
function reached(state: FeedState, { entry, posts }: Feed): FeedState {
  if (!entry.list) return state;
  const last = Math.max(1, Math.ceil(posts.length / feedPageSize));
  return { ...state, page: Math.min(state.page, last) };
}

export default function CommunityPage() {
  const page = usePage();
  const { language, t } = page;
  const query = useQuery();
  const go = useReplace();
  const state = useFeedState();
  const newId = newIdOf(query);
  const feed = useFeed(state, newId);
  useHighlight(state, newId);
  useArrivals(state, feed);
  const change = (part: Partial<FeedState>) =>
    go(pathFor("community", language) + queryOf(changed(state, part)));

  return (
    <div className="community">
      <FeedHead state={reached(state, feed)} />
      <header className="page-title community-title">
        <div>
          <h1>{t("community.title")}</h1>
          <p>{t("community.lead")}</p>
        </div>
        <PageLink to="create" className="button" suffix={queryOfCategory(state)}>
          {t("community.create")}
        </PageLink>
      </header>
      <CategoryTabs state={state} />
      <div className="community-columns">
        <FeedFilters state={state} onChange={change} />
        <section id="results" aria-labelledby="results-heading" className="feed">
          <div className="feed-top">
            <h2 id="results-heading">{headingOf(page, state)}</h2>
            <SortLinks state={state} />
          </div>
          <NewPost newId={newId} />
          <Results state={state} feed={feed} newId={newId} />
        </section>
      </div>
    </div>
  );
}
