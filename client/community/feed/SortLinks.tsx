/** The order of the feed: newest first, or most liked. */
import { pathFor } from "../../language/paths.ts";
import { usePage } from "../../page/PageContext.ts";
import { changed, type FeedState, queryOf, sorts } from "./feed.ts";

export function SortLinks({ state }: { readonly state: FeedState }) {
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
