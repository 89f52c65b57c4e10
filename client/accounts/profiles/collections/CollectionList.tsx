/** The member's collections above the saved posts: links to them, and forms to create and fill one. */
import { useQuery } from "../../../page/address.ts";
import { usePage, usePageData } from "../../../page/PageContext.ts";
import type { CollectionEntry, PostView } from "../../../wire/types.generated.ts";
import { CollectionForm, PostChoice } from "../../../community/collections/CollectionForm.tsx";
import { CollectionLinks } from "./CollectionLinks.tsx";
import { Outcome } from "../../../community/collections/Outcome.tsx";

/** Renders the form that creates a collection; a refused name stays in its field. */
function CreateForm() {
  const { t } = usePage();
  const typed = useQuery().get("name") ?? "";
  return (
    <CollectionForm act="create">
      <label htmlFor="collection-name">{t("collections.create.label")}</label>
      <div className="collection-line">
        <input id="collection-name" name="name" defaultValue={typed} required autoComplete="off" />
        <button type="submit" className="button">
          {t("collections.create.action")}
        </button>
      </div>
    </CollectionForm>
  );
}

interface AddFormProps {
  readonly collections: readonly CollectionEntry[];
  readonly posts: readonly PostView[];
}

/** Renders the form that puts some of the shown posts into a collection. */
function AddForm({ collections, posts }: AddFormProps) {
  const { t } = usePage();
  return (
    <details className="collection-details">
      <summary>{t("collections.add.title")}</summary>
      <CollectionForm act="add">
        <PostChoice legend={t("collections.add.posts")} posts={posts} />
        <label htmlFor="collection-target">{t("collections.add.collection")}</label>
        <div className="collection-line">
          <select id="collection-target" name="collection">
            {collections.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
          <button type="submit" className="button">
            {t("collections.add.action")}
          </button>
        </div>
      </CollectionForm>
    </details>
  );
}

interface CollectionListProps {
  /** The saved posts on the page. */
  readonly posts: readonly PostView[];
}

/** Renders the member's collections with their forms. */
export function CollectionList({ posts }: CollectionListProps) {
  const { t } = usePage();
  const found = usePageData("collections");
  if (found === null) return null;
  const { collections } = found;
  return (
    <section className="collection-list" id="collections" aria-labelledby="collections-heading">
      <h3 id="collections-heading">{t("collections.heading")}</h3>
      <Outcome />
      <p className="quiet">{t("collections.lead")}</p>
      {collections.length > 0 && <CollectionLinks collections={collections} />}
      <CreateForm />
      {collections.length > 0 && posts.length > 0 && (
        <AddForm collections={collections} posts={posts} />
      )}
    </section>
  );
}
