/** The feed page: categories, search, filters and posts by tens; its state is in the address. */
import { usePath, useQuery, useReplace } from "../../page/address.ts";
import { useMemo, useRef, useEffect, useEffectEvent, useState } from "react";
import { useCultivarNames } from "../../cultivars/catalogue/useCatalogue.ts";
import { feedPageSize, newPostHighlightMs } from "../../contracts/limits.generated.ts";
import { pathFor } from "../../language/paths.ts";
import { FeedLink } from "../../page/FeedLink.tsx";
import { type Page, usePage } from "../../page/PageContext.ts";
import { useLive } from "../live/useLive.ts";
import { PageLink } from "../../page/PageLink.tsx";
import { usePosts } from "../usePosts.ts";
import { CategoryTabs } from "./CategoryTabs.tsx";
import { FeedEmpty, FeedFailed, FeedLoading } from "./FeedStates.tsx";
import { FeedFilters, ResetLink } from "./FeedFilters.tsx";
import { FeedHead } from "./FeedHead.tsx";
import { FeedTitle } from "./FeedTitle.tsx";
import {
  activeFilters,
  atomFeedOf,
  changed,
  type FeedState,
  waitsAbove,
  queryOf,
  stateOf,
  sorts,
} from "./feed.ts";
import { MorePosts, PostList } from "./PostList.tsx";
import { type Feed, useFeed } from "./useFeed.ts";
import { useLastAlert, useNotify } from "../../page/useNotify.ts";
import "./CommunityPage.css";

/**
 * Returns the state of the feed that the address holds; the object changes only with the address.
 */
function useFeedState(): FeedState {
  const path = usePath();
  const query = useQuery();
  const names = useCultivarNames();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the query is the path's.
  return useMemo(() => stateOf(query, (id) => Object.hasOwn(names, id)), [path, names]);
}

/** Returns the heading above the posts. */
function headingOf({ t }: Page, { search, category, isFollowing }: FeedState): string {
  if (search) return t("community.results.search", { search });
  if (isFollowing) return t("community.following.heading");
  return category ? t(`post.category.${category}`) : t("community.results.all");
}

/**
 * Returns what screen readers announce when search, filters, category or order change: heading,
 * number of filters and order, or that nothing was found; an empty text before a change and while
 * the list loads.
 */
function useAnnouncement(page: Page, state: FeedState, { entry: { list } }: Feed): string {
  const { t } = page;
  const shown = queryOf({ ...state, page: 1 });
  const last = useRef(shown);
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    if (shown === last.current) return;
    last.current = shown;
    setChanges((count) => count + 1);
  }, [shown]);
  if (!list || changes === 0) return "";
  const count = activeFilters(state);
  const isNarrowed = count > 0 || state.search !== "";
  const nothing = t(isNarrowed ? "community.empty.filtered" : "community.empty.title");
  const parts = [
    headingOf(page, state),
    ...(count > 0 ? [t("community.filters.count", { count })] : []),
    list.posts.length > 0 ? t(`community.sort.${state.sort}`) : nothing,
  ];
  // Equal texts in a row would not be announced.
  return parts.join(" ") + (changes % 2 === 0 ? "\u200b" : "");
}

interface ResultsProps {
  readonly state: FeedState;
  readonly feed: Feed;
  readonly newId: number | undefined;
}

/** Renders the posts of the feed, or why there are none; new posts appear on a press. */
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
  /** Shows the new posts and moves the focus to the first. */
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

/**
 * Adds posts that others publish to those that wait above the list, and removes deleted ones, by
 * live events.
 */
function useArrivals(state: FeedState, { lists, key, refresh }: Feed): void {
  useLive({
    onEvent: (event) => {
      if (event.type === "postCreated" && waitsAbove(state, event.category))
        lists.addArrived(key, event.id);
      if (event.type === "postRemoved") lists.removeArrived(event.id);
    },
    onReconnect: () => void refresh(),
  });
}

/**
 * Returns the state with a page number beyond the last post lowered to the last page, so that the
 * head names a page that exists.
 */
function withLastPage(state: FeedState, { entry, posts }: Feed): FeedState {
  if (!entry.list) return state;
  const last = Math.max(1, Math.ceil(posts.length / feedPageSize));
  return { ...state, page: Math.min(state.page, last) };
}

/** Renders the feed in the state that the address holds; each change replaces the address. */
export default function CommunityPage() {
  const page = usePage();
  const { language } = page;
  const query = useQuery();
  const go = useReplace();
  const state = useFeedState();
  const named = newIdOf(query);
  const feed = useFeed(state, named);
  const newId = isByReader(page, feed, named) ? named : undefined;
  useHighlight(state, named);
  useArrivals(state, feed);
  const announcement = useAnnouncement(page, state, feed);
  const atom = atomFeedOf(state);
  /** Replaces the address by that of the changed state. */
  const change = (part: Partial<FeedState>) =>
    go(pathFor("community", language) + queryOf(changed(state, part)));

  return (
    <div className="community">
      <FeedHead
        state={withLastPage(state, feed)}
        isBeyondEnd={feed.entry.list?.posts.length === 0}
      />
      <FeedTitle state={state} rating={feed.entry.list?.rating} />
      <CategoryTabs state={state} />
      <FeedFilters state={state} onChange={change} />
      <section id="results" aria-labelledby="results-heading" className="feed">
        <div className="feed-top">
          <h2 id="results-heading">{headingOf(page, state)}</h2>
          <ResetLink state={state} />
          <FollowFilter state={state} />
          <SortLinks state={state} />
        </div>
        <p className="visually-hidden" role="status">
          {announcement}
        </p>
        <Results state={state} feed={feed} newId={newId} />
        {atom !== undefined && <FeedLink feed={atom} />}
      </section>
    </div>
  );
}

/**
 * Returns the id of the new post that the address names; undefined without one. Anyone can open such
 * an address.
 */
function newIdOf(query: URLSearchParams): number | undefined {
  const found = /^[1-9]\d{0,14}$/.exec(query.get("new") ?? "");
  return found ? Number(found[0]) : undefined;
}

/** Returns whether the reader wrote the post with this id, which the feed shows. */
function isByReader({ viewer }: Page, { posts }: Feed, id: number | undefined): boolean {
  const author = posts.find((post) => post.id === id)?.user;
  return viewer !== null && author?.id === viewer.id;
}

/** Removes the id of a new post from the address after a while, which ends its highlight. */
function useHighlight(state: FeedState, newId: number | undefined): void {
  const { language } = usePage();
  const go = useReplace();
  const settle = useEffectEvent(() => go(pathFor("community", language) + queryOf(state)));
  useEffect(() => {
    if (newId === undefined) return;
    const timer = setTimeout(() => settle(), newPostHighlightMs);
    return () => clearTimeout(timer);
  }, [newId]);
}

interface NewPostsNoticeProps {
  readonly count: number;
  readonly onShow: () => Promise<void>;
}

/** Renders a button with the number of new posts, which shows them on top; nothing without any. */
function NewPostsNotice({ count, onShow }: NewPostsNoticeProps) {
  const { t } = usePage();
  const { reason } = useNotify();
  const report = useLastAlert();
  const [isBusy, setBusy] = useState(false);
  /** Shows the new posts; reports a failure. */
  const show = async () => {
    report();
    setBusy(true);
    await onShow().catch((error: unknown) => report(reason(error)));
    setBusy(false);
  };
  return (
    <div className="feed-arrived" role="status">
      {count > 0 && (
        <button type="button" disabled={isBusy} onClick={() => void show()}>
          <span aria-hidden="true">↑ </span>
          {t("community.arrived", { count })}
        </button>
      )}
    </div>
  );
}

/** Renders a link to follow the cultivar, prefecture or tea type, if it alone filters the list. */
function FollowFilter({ state }: { readonly state: FeedState }) {
  const { t } = usePage();
  const { tea_variety: cultivar, tea_type: teaType, prefecture } = state;
  const followed = [
    { kind: "cultivar", id: cultivar },
    { kind: "tea-type", id: teaType },
    { kind: "prefecture", id: prefecture },
  ] as const;
  const [only, ...others] = followed.filter(({ id }) => id !== "");
  if (!only || others.length > 0) return null;
  return (
    <PageLink to="account" suffix={`?follow=${only.kind}:${only.id}#following`} rel="nofollow">
      {t("app.follow")}
    </PageLink>
  );
}

/** Renders links to the orders of the feed: newest first, or most liked first. */
function SortLinks({ state }: { readonly state: FeedState }) {
  const { language, t } = usePage();
  return (
    <nav className="feed-sort" aria-label={t("community.sort.label")}>
      {sorts.map((sort) => (
        <a
          key={sort}
          href={pathFor("community", language) + queryOf(changed(state, { sort }))}
          aria-current={sort === state.sort ? "true" : undefined}
        >
          {t(`community.sort.${sort}`)}
        </a>
      ))}
    </nav>
  );
}
