/** Tabs of the categories, each with its own address; the current one is marked. */
import { useEffect, useRef } from "react";
import { type OfferedCategory, offeredCategories } from "../../contracts/postCategories.ts";
import { pathFor } from "../../language/paths.ts";
import { useFragment } from "../../page/fragments.ts";
import { usePage } from "../../page/PageContext.ts";
import { type FeedState, inCategory, ofFollowed, queryOf } from "./feed.ts";
import "./CategoryTabs.css";

const tabs: readonly (OfferedCategory | "")[] = ["", ...offeredCategories];

interface CategoryTabsProps {
  readonly state: FeedState;
}

interface TabsProps extends CategoryTabsProps {
  readonly isMember: boolean;
}

/** Renders links to all posts, to those that a member follows, and to each category. */
function Tabs({ state, isMember }: TabsProps) {
  const { language, t } = usePage();
  const path = pathFor("community", language);
  const categories = tabs.map((category) => (
    <a
      key={category}
      href={path + queryOf(inCategory(state, category))}
      aria-current={category === state.category && !state.isFollowing ? "page" : undefined}
    >
      {category ? t(`post.category.${category}`) : t("community.categories.all")}
    </a>
  ));
  if (!isMember && !state.isFollowing) return categories;
  const followed = (
    <a
      key="following"
      href={path + queryOf(ofFollowed(state))}
      aria-current={state.isFollowing ? "page" : undefined}
    >
      {t("community.following.tab")}
    </a>
  );
  return categories.toSpliced(1, 0, followed);
}

/** Renders the tabs of the feed; on narrow screens the row scrolls to the current one. */
export function CategoryTabs({ state }: CategoryTabsProps) {
  const { viewer, t } = usePage();
  const inside = useFragment(<Tabs state={state} isMember={viewer !== null} />);
  const row = useRef<HTMLElement>(null);
  // On narrow screens the row scrolls.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is to be seen.
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>("[aria-current]");
    if (row.current && current)
      row.current.scrollLeft = current.offsetLeft - row.current.offsetLeft - 80;
  }, [state.category, state.isFollowing]);
  return (
    <nav
      ref={row}
      className="category-tabs"
      aria-label={t("community.categories.label")}
      {...inside}
    />
  );
}
