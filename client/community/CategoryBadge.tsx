/** The kind of a post, as a label. */
import { answeredCategory, isPostCategory } from "../contracts/postCategories.ts";
import { usePage } from "../page/PageContext.ts";
import type { PostView } from "../wire/types.generated.ts";
import "./CategoryBadge.css";

/**
 * Renders the name of a post's category; a category unknown to this version is printed as it is
 * stored.
 */
export function CategoryBadge({ category }: { readonly category: string }) {
  const { t } = usePage();
  return (
    <span className="post-badge">
      {isPostCategory(category) ? t(`post.category.${category}`) : category}
    </span>
  );
}

/** Renders a label that a question has an answer; nothing for other posts. */
export function AnsweredBadge({ post }: { readonly post: PostView }) {
  const { t } = usePage();
  if (post.answer_id === null || post.category !== answeredCategory) return null;
  return <span className="post-badge post-badge-answered">{t("post.answered")}</span>;
}
