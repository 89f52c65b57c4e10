/** Heading of the feed; a list narrowed to a cultivar, tea type or prefecture is headed with it. */
import { useCultivarNames } from "../../cultivars/catalogue/useCatalogue.ts";
import { prefectureName } from "../../contracts/prefectures.ts";
import { teaTypeName } from "../../contracts/reference.ts";
import { usePage } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import type { RatingSummary } from "../../wire/types.generated.ts";
import { Stars } from "../Stars.tsx";
import type { FeedState } from "./feed.ts";
import { queryOfCategory } from "./FeedStates.tsx";

interface FeedTitleProps {
  readonly state: FeedState;
  readonly rating: RatingSummary | null | undefined;
}

/**
 * Returns the name of the cultivar that filters the feed, in the page's language; empty without
 * one.
 */
export function useCultivarName({ tea_variety: id }: FeedState): string {
  const names = useCultivarNames();
  return names[id]?.name ?? "";
}

/** Renders mean rating and parents of the cultivar that filters the feed. */
function Subject({ rating }: Pick<FeedTitleProps, "rating">) {
  const { store, language, params, search, t } = usePage();
  const cultivar = store.peek("reviewedCultivar", { language, params, search });
  const parents = cultivar?.parents ?? [];
  return (
    <div className="feed-subject">
      {rating && (
        <p>
          <Stars rating={rating.mean} /> <b>{rating.mean.toFixed(1)}</b>{" "}
          <span>{t("community.subject.ratings", { count: rating.count })}</span>
        </p>
      )}
      {parents.length > 0 && (
        <p>
          <span>{t("community.subject.parents")}</span>{" "}
          {parents.map(({ id, name }, at) => (
            <span key={name} className="feed-subject-parent">
              {at > 0 && " × "}
              {id ? (
                <PageLink to="cultivar" params={{ id }}>
                  {name}
                </PageLink>
              ) : (
                name
              )}
            </span>
          ))}
        </p>
      )}
    </div>
  );
}

/** Renders the heading of the feed, with the cultivar, tea type or prefecture that filters it. */
function Heading({ state, rating }: FeedTitleProps) {
  const { language, t } = usePage();
  const { category, tea_type, tea_variety, prefecture } = state;
  const name = useCultivarName(state);
  if (name) {
    return (
      <>
        <p className="feed-back">
          <PageLink to="cultivar" params={{ id: tea_variety }}>
            <span aria-hidden="true">←</span> {name}
          </PageLink>
        </p>
        <h1>{t("community.subject.cultivar", { name })}</h1>
        <Subject rating={rating} />
      </>
    );
  }
  const filters = [
    tea_type && teaTypeName(tea_type, language),
    prefecture && prefectureName(prefecture, language),
  ].filter(Boolean);
  if (category && filters.length > 0) {
    return (
      <>
        <p className="feed-back">
          <PageLink to="community" suffix={queryOfCategory(state)}>
            <span aria-hidden="true">←</span> {t(`post.category.${category}`)}
          </PageLink>
        </p>
        <h1>
          {t("community.subject.filtered", {
            category: t(`post.category.${category}`),
            filters: filters.join(language === "ja" ? "・" : ", "),
          })}
        </h1>
      </>
    );
  }
  return (
    <>
      <h1>{t("community.title")}</h1>
      <p>{t("community.lead")}</p>
    </>
  );
}

/** Renders the heading of the feed, and the link to write a post. */
export function FeedTitle({ state, rating }: FeedTitleProps) {
  const { t } = usePage();
  const isSubject = state.tea_variety || state.tea_type || state.prefecture;
  return (
    <header className="page-title community-title" data-subject={isSubject ? "" : undefined}>
      <div>
        <Heading state={state} rating={rating} />
      </div>
      <PageLink to="create" className="button" suffix={queryOfCategory(state)}>
        {t("community.create")}
      </PageLink>
    </header>
  );
}
