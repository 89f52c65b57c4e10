/** Tabs of the categories, each with its own address; the current one is marked. */
import { useEffect, useRef } from "react";
import { type OfferedCategory, offeredCategories } from "../../contracts/postCategories.ts";
import { pathFor } from "../../language/paths.ts";
import { useFragment } from "../../page/fragments.ts";
import { usePage } from "../../page/PageContext.ts";
import { type FeedState, inCategory, queryOf } from "./feed.ts";
import "./CategoryTabs.css";

const tabs: readonly (OfferedCategory | "")[] = ["", ...offeredCategories];

interface CategoryTabsProps {
  readonly state: FeedState;
}

function Tabs({ state }: CategoryTabsProps) {
  const { language, t } = usePage();
  return tabs.map((category) => (
    <a
      key={category}
      href={pathFor("community", language) + queryOf(inCategory(state, category))}
      aria-current={category === state.category ? "page" : undefined}
    >
      {category ? t(`post.category.${category}`) : t("community.categories.all")}
    </a>
  ));
}

export function CategoryTabs({ state }: CategoryTabsProps) {
  const { t } = usePage();
  const inside = useFragment(<Tabs state={state} />);
  const row = useRef<HTMLElement>(null);
  // On narrow screens the row scrolls.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is to be seen.
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>("[aria-current]");
    if (row.current && current)
      row.current.scrollLeft = current.offsetLeft - row.current.offsetLeft - 80;
  }, [state.category]);
  return (
    <nav
      ref={row}
      className="category-tabs"
      aria-label={t("community.categories.label")}
      {...inside}
    />
  );
}
