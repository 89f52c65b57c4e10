/** Tags of a post: links to the lists of tea type and prefecture and to the cultivar, and rating. */
import { useCultivarNames } from "../../cultivars/catalogue/useCatalogue.ts";
import { prefectureName } from "../../contracts/prefectures.ts";
import { teaTypeName } from "../../contracts/reference.ts";
import { usePage } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import type { PostView } from "../../wire/types.generated.ts";
import { ListLink } from "../ListLink.tsx";
import { Stars } from "../Stars.tsx";
import "../../cultivars/catalogue/Chips.css";

/**
 * Renders a link to the post's cultivar; an id that this catalogue does not have is printed as it
 * is stored.
 */
function CultivarTag({ id }: { readonly id: string }) {
  const names = useCultivarNames();
  const name = Object.hasOwn(names, id) ? names[id] : undefined;
  if (name === undefined) return <span className="chip">{id}</span>;
  return (
    <PageLink to="cultivar" params={{ id }} className="chip post-tags-cultivar">
      {name.name}
    </PageLink>
  );
}

/**
 * Renders links to posts with the same tea type or prefecture and to the cultivar, and the rating.
 */
export function PostTags({ post }: { readonly post: PostView }) {
  const { language, t } = usePage();
  const { tea_type, prefecture, tea_variety, rating } = post;
  if (!tea_type && !prefecture && !tea_variety && !rating) return null;
  return (
    <ul className="post-tags" aria-label={t("post.tags")}>
      {tea_type && (
        <li>
          <ListLink post={post} field="tea_type" className="chip">
            {teaTypeName(tea_type, language)}
          </ListLink>
        </li>
      )}
      {prefecture && (
        <li>
          <ListLink post={post} field="prefecture" className="chip">
            {prefectureName(prefecture, language)}
          </ListLink>
        </li>
      )}
      {tea_variety && (
        <li>
          <CultivarTag id={tea_variety} />
        </li>
      )}
      {rating !== null && rating > 0 && (
        <li>
          <Stars rating={rating} />
        </li>
      )}
    </ul>
  );
}
