/** The kind of a post, as a label. */
import { isPostCategory } from "../contracts/postCategories.ts";
import { usePage } from "../page/PageContext.ts";
import "./CategoryBadge.css";

/** A category unknown to this version is printed as it was stored. */
export function CategoryBadge({ category }: { readonly category: string }) {
  const { t } = usePage();
  return (
    <span className="post-badge">
      {isPostCategory(category) ? t(`post.category.${category}`) : category}
    </span>
  );
}
