/** Head of a post's page: title, picture, author and time. */
import { isPostCategory } from "../../contracts/postCategories.ts";
import { folded } from "../../language/excerpt.ts";
import { pathFor } from "../../language/paths.ts";
import { PageHead } from "../../page/PageHead.tsx";
import { usePage } from "../../page/PageContext.ts";
import type { PostView } from "../../wire/types.generated.ts";
import { descriptionOf, titleOf } from "../excerpt.ts";
import { useTeaWords } from "./TeaInfo.tsx";

export function PostHead({ post }: { readonly post: PostView }) {
  const { site, t } = usePage();
  const tags = useTeaWords(post);
  const { category } = post;
  const section = isPostCategory(category) ? t(`post.category.${category}`) : category;
  const { user, language, created_at, edited_at } = post;
  const text = titleOf(post);
  const title = user ? t("postDetail.named", { text, name: folded(user.display_name) }) : text;
  const author = user && site.origin + pathFor("member", language, { id: user.id });
  const properties = [
    { name: "article:published_time", content: created_at },
    { name: "article:modified_time", content: edited_at ?? created_at },
    ...(author ? [{ name: "article:author", content: author }] : []),
    { name: "article:section", content: section },
    ...tags.map((tag) => ({ name: "article:tag", content: tag })),
  ];
  return (
    <PageHead
      title={title}
      description={descriptionOf(post)}
      type="article"
      original={language}
      embeddable
      properties={properties}
    />
  );
}
