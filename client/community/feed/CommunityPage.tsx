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
import { changed, type FeedState, isOnTop, queryOf, stateOf, sorts } from "./feed.ts";
import { MorePosts, PostList } from "./PostList.tsx";
import { type Feed, useFeed } from "./useFeed.ts";
import { useNotify } from "../../page/useNotify.ts";
import "./CommunityPage.css";

/** Parses the address, only when it changes. */
function useFeedState(): FeedState {
  const path = usePath();
  const query = useQuery();
  const names = useCultivarNames();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the query is the path's.
  return useMemo(() => stateOf(query, (id) => Object.hasOwn(names, id)), [path, names]);
}

/** Returns the heading of the results. */
function headingOf({ t }: Page, { search, category, isFollowing }: FeedState): string {
  if (search) return t("community.results.search", { search });
  if (isFollowing) return t("community.following.heading");
  return category ? t(`post.category.${category}`) : t("community.results.all");
}

interface ResultsProps {
  readonly state: FeedState;
  readonly feed: Feed;
  readonly newId: number | undefined;
}

/** Shows the posts of the feed, or why there are none; new ones appear on a press. */
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

/** Updates the list by the events of other members. */
function useArrivals(state: FeedState, { lists, key, ensure }: Feed): void {
  useLive({
    onEvent: (event) => {
      if (event.type === "postCreated" && isOnTop(state, event.category))
        lists.addArrived(key, event.id);
      if (event.type === "postRemoved") lists.removeArrived(event.id);
    },
    onReconnect: () => void ensure(state.page * feedPageSize),
  });
}

/** Returns the state with the last page that has posts; the address of that page has no successor. */
function reached(state: FeedState, { entry, posts }: Feed): FeedState {
  if (!entry.list) return state;
  const last = Math.max(1, Math.ceil(posts.length / feedPageSize));
  return { ...state, page: Math.min(state.page, last) };
}

/** Renders the feed in the state of its address, which each change replaces. */
export default function CommunityPage() {
  const page = usePage();
  const { language } = page;
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
        <NewPost newId={newId} />
        <Results state={state} feed={feed} newId={newId} />
        <FeedLink feed={feedOf(state)} />
      </section>
    </div>
  );
}

/** Returns the path of the Atom feed that is nearest to the list; filters and searches have none. */
function feedOf({ category, tea_variety: cultivar }: FeedState): string {
  if (cultivar) return `cultivar/${cultivar}`;
  return category && `category/${category}`;
}

/** Returns the id of the new post, from the address. */
function newIdOf(query: URLSearchParams): number | undefined {
  const found = /^[1-9]\d{0,14}$/.exec(query.get("new") ?? "");
  return found ? Number(found[0]) : undefined;
}

/** Ends the highlight of the reader's new post after a while, by removing it from the address. */
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

/** Announces a new post to screen readers; the region exists before its text. */
function NewPost({ newId }: { readonly newId: number | undefined }) {
  const { t } = usePage();
  const [isSaid, setSaid] = useState(false);
  useEffect(() => setSaid(newId !== undefined), [newId]);
  return (
    <p role="status" className="visually-hidden">
      {isSaid && t("post.new")}
    </p>
  );
}

interface NewPostsNoticeProps {
  readonly count: number;
  readonly onShow: () => Promise<void>;
}

/** Button that announces new posts and, when pressed, shows them on top. */
function NewPostsNotice({ count, onShow }: NewPostsNoticeProps) {
  const { t } = usePage();
  const { alert, reason } = useNotify();
  const [isBusy, setBusy] = useState(false);
  const show = async () => {
    setBusy(true);
    await onShow().catch((error: unknown) => alert(reason(error)));
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

/** Follows the cultivar, prefecture or tea type that alone narrows the list. */
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

/** The order of the feed: newest first, or most liked. */
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
