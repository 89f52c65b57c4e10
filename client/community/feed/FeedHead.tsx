/** Head of the feed: a category is a page of its own, filters are views of it. */
import { prefectureName } from "../../contracts/prefectures.ts";
import { teaTypeName } from "../../contracts/reference.ts";
import { PageHead } from "../../page/PageHead.tsx";
import { usePage } from "../../page/PageContext.ts";
import { useCultivarName } from "./FeedTitle.tsx";
import { changed, type FeedState, isPlain, queryOf, ratingText } from "./feed.ts";

/**
 * Returns search, active filters and order in words, except the cultivar, which is in the title.
 */
function useFilterTexts(state: FeedState): readonly string[] {
  const { language, t } = usePage();
  const { search, rating, tea_type, prefecture, sort, isFollowing } = state;
  return [
    isFollowing ? t("community.following.tab") : "",
    search,
    rating && ratingText(rating, t),
    tea_type && teaTypeName(tea_type, language),
    prefecture && prefectureName(prefecture, language),
    sort === "popular" ? t("community.sort.popular") : "",
  ].filter(Boolean);
}

/**
 * Returns the id of the post after which the list continues, from its cursor, which is base64 of
 * `["newest",[microseconds,id]]`; undefined for any other cursor.
 */
function postIdIn(cursor: string): string | undefined {
  try {
    return /^\["newest",\[\d+,(\d+)]]$/.exec(atob(cursor))?.[1];
  } catch {
    return undefined;
  }
}

interface FeedHeadProps {
  readonly state: FeedState;
  /** True for a list after whose cursor there is no post. */
  readonly isBeyondEnd: boolean;
}

/**
 * Renders the head tags of the feed; search engines may index only the whole feed, categories and
 * their pages with posts.
 */
export function FeedHead({ state, isBeyondEnd }: FeedHeadProps) {
  const { language, t } = usePage();
  const narrowing = useFilterTexts(state);
  const separator = language === "ja" ? "、" : ", ";
  const cultivar = useCultivarName(state);
  const { category, page } = state;
  const number = postIdIn(state.after);
  const names = category && { category: t(`post.category.${category}`) };
  const ofAll = names ? t("community.meta.category", names) : t("community.meta.title");
  const title = cultivar ? t("community.meta.cultivar", { name: cultivar }) : ofAll;
  /** Returns the title of a further page. */
  const further = () => {
    if (number && page > 1) return t("community.meta.olderPage", { title, number, page });
    if (number) return t("community.meta.older", { title, number });
    return page > 1 ? t("community.meta.page", { title, page }) : title;
  };
  const description = names
    ? t("community.meta.categoryDescription", names)
    : t("community.meta.description");
  const plainly = cultivar
    ? t("community.meta.cultivarDescription", { name: cultivar })
    : description;
  /** Returns a title with filters. */
  const filtered = (title: string, filters: string) =>
    t("community.meta.filtered", { title, filters });
  const own = isPlain(state) ? further() : title;
  const head = {
    title: narrowing.length > 0 ? filtered(title, narrowing.join(separator)) : own,
    description: own === title ? plainly : filtered(own, plainly),
    feed: category && `category/${category}`,
  };
  if (isPlain(state) && !(number && isBeyondEnd))
    return <PageHead {...head} query={queryOf(number ? state : changed(state, { page }))} />;
  const whole = changed(state, {
    isFollowing: false,
    sort: "newest",
    search: "",
    rating: "",
    tea_type: "",
    prefecture: "",
    tea_variety: "",
  });
  return <PageHead {...head} query={queryOf(whole)} indexed={false} />;
}
