/** Loading, error and empty states of the feed. */
import { pathFor } from "../../language/paths.ts";
import { usePage } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import { refusalText } from "../../page/useNotify.ts";
import { Button } from "../../ui/Button.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Refusal } from "../../wire/refusal.ts";
import { activeFilters, type FeedState, queryOf, resetKey, withoutFilters } from "./feed.ts";

const shapes = [0, 1, 2];
const tooOften = 429;

/** Renders the placeholder of a list that is loading. */
export function FeedLoading() {
  const { t } = usePage();
  return (
    <div className="feed-loading" role="status">
      <span className="visually-hidden">{t("community.loading")}</span>
      {shapes.map((shape) => (
        <svg key={shape} viewBox="0 0 640 180" aria-hidden="true" preserveAspectRatio="none">
          <path d="M0 30C180 4 420 62 640 22M0 72C180 46 420 104 640 64M0 114C180 88 420 146 640 106M0 156C180 130 420 188 640 148" />
        </svg>
      ))}
    </div>
  );
}

interface FeedFailedProps {
  readonly failure: unknown;
  readonly onRetry: () => void;
}

/**
 * Renders that the list failed to load, for a rate limit with the time to wait, and a button to try
 * again.
 */
export function FeedFailed({ failure, onRetry }: FeedFailedProps) {
  const { t } = usePage();
  const isTooOften = failure instanceof Refusal && failure.status === tooOften;
  return (
    <Panel title={t("community.failed.title")} level="inside" role="alert">
      <p>{isTooOften ? refusalText(t, failure) : t("community.failed.body")}</p>
      <p className="panel-actions">
        <Button onPress={onRetry}>{t("community.failed.retry")}</Button>
      </p>
    </Panel>
  );
}

/** Renders the message of an empty list of followed posts, with hints for members or visitors. */
function FollowingEmpty() {
  const { viewer, t } = usePage();
  return (
    <Panel title={t("community.following.empty")} level="inside">
      <p>{t(viewer ? "community.following.emptyBody" : "community.following.visitor")}</p>
      <p className="panel-actions">
        {viewer ? (
          <PageLink to="cultivars" className="button">
            {t("community.following.cultivars")}
          </PageLink>
        ) : (
          <PageLink to="account" className="button" suffix="#following">
            {t("app.nav.login")}
          </PageLink>
        )}
      </p>
    </Panel>
  );
}

/**
 * Renders the message of an empty feed: of followed posts, of a search or filters, of a category,
 * or of all posts.
 */
export function FeedEmpty({ state }: { readonly state: FeedState }) {
  const { language, t } = usePage();
  if (state.isFollowing && state.search === "") return <FollowingEmpty />;
  const isNarrowed = state.search !== "" || activeFilters(state) > 0;
  if (isNarrowed) {
    return (
      <Panel title={t("community.empty.filtered")} level="inside">
        <p>{t("community.empty.filteredBody")}</p>
        <p className="panel-actions">
          <a
            className="button reset"
            href={pathFor("community", language) + queryOf(withoutFilters(state))}
          >
            {t(resetKey(state))}
          </a>
        </p>
      </Panel>
    );
  }
  const isCategory = state.category !== "";
  return (
    <Panel
      title={t(isCategory ? "community.empty.category" : "community.empty.title")}
      level="inside"
    >
      <p>{t(isCategory ? "community.empty.categoryBody" : "community.empty.body")}</p>
      <p className="panel-actions">
        <PageLink to="create" className="button" suffix={queryOfCategory(state)}>
          {t("community.create")}
        </PageLink>
      </p>
    </Panel>
  );
}

/**
 * Returns the query with the category of the feed, so that a new post begins in it; empty for all
 * categories.
 */
export function queryOfCategory({ category }: FeedState): string {
  return category && `?category=${category}`;
}
