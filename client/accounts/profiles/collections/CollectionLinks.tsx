/** Links to collections, of the member or of another who shares them. */
import { writtenIn } from "../../../contracts/language.ts";
import { numberText } from "../../../language/dates.ts";
import { usePage } from "../../../page/PageContext.ts";
import { PageLink } from "../../../page/PageLink.tsx";
import type { CollectionEntry, SharedCollection } from "../../../wire/types.generated.ts";
import "../../../community/collections/Collections.css";

interface LinksProps {
  /** `is_shared` is there only in the owner's own list. */
  readonly collections: readonly (SharedCollection & Partial<CollectionEntry>)[];
}

/** Renders links to collections, each with its number of posts. */
export function CollectionLinks({ collections }: LinksProps) {
  const { t } = usePage();
  return (
    <ul className="collection-links">
      {collections.map(({ id, name, is_shared, posts_count }) => (
        <li key={id}>
          <PageLink to="collection" params={{ id }}>
            <bdi lang={writtenIn(name)}>{name}</bdi>
          </PageLink>
          <small>
            {t("collections.count", { count: numberText(posts_count) })}
            {is_shared && <b>{t("collections.shared")}</b>}
          </small>
        </li>
      ))}
    </ul>
  );
}
