/** The head of the feed: a category is a page of its own, everything narrower a view of one. */
import { useCultivarNames } from "../../catalogue/useCultivarNames.ts";
import { prefectureName } from "../../contracts/prefectures.ts";
import { teaTypeName } from "../../contracts/reference.ts";
import { PageHead } from "../../page/PageHead.tsx";
import { usePage } from "../../page/PageContext.ts";
import { changed, type FeedState, isPlain, queryOf } from "./feed.ts";

/** What narrows or orders the list, each in a word or two. */
function useNarrowing(state: FeedState): readonly string[] {
  const { language, t } = usePage();
  const names = useCultivarNames();
  const { search, rating, tea_type, prefecture, tea_variety, sort } = state;
  return [
    search,
    rating && t("community.filters.ratingAtLeast", { count: Number(rating) }),
    tea_type && teaTypeName(tea_type, language),
    prefecture && prefectureName(prefecture, language),
    tea_variety && (names[tea_variety]?.[language === "ja" ? "nameJa" : "nameEn"] ?? tea_variety),
    sort === "popular" ? t("community.sort.popular") : "",
  ].filter(Boolean);
}

export function FeedHead({ state }: { readonly state: FeedState }) {
  const { t } = usePage();
  const narrowing = useNarrowing(state);
  const { category, page, after } = state;
  const title = category
    ? t("community.meta.category", { category: t(`post.category.${category}`) })
    : t("community.meta.title");
  const named = () => {
    if (narrowing.length > 0)
      return t("community.meta.filtered", { title, filters: narrowing.join(", ") });
    if (after) return t("community.meta.older", { title });
    return page > 1 ? t("community.meta.page", { title, page }) : title;
  };
  const plainly = category
    ? t("community.meta.categoryDescription", { category: t(`post.category.${category}`) })
    : t("community.meta.description");
  const described = () => {
    if (narrowing.length > 0) return plainly;
    if (after) return t("community.meta.olderDescription", { description: plainly });
    return page > 1 ? t("community.meta.pageDescription", { description: plainly, page }) : plainly;
  };
  const head = {
    title: named(),
    description: described(),
    feed: category && `category/${category}`,
  };
  if (isPlain(state)) return <PageHead {...head} query={queryOf(state)} />;
  const whole = changed(state, {
    sort: "newest",
    search: "",
    rating: "",
    tea_type: "",
    prefecture: "",
    tea_variety: "",
  });
  return <PageHead {...head} query={queryOf(whole)} indexed={false} />;
}
