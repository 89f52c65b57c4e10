/** The page of one collection: its posts, and for its member the forms to change it. */
import { PostShelf } from "../PostShelf.tsx";
import { writtenIn } from "../../../contracts/language.ts";
import { singleLine } from "../../../language/excerpt.ts";
import { numberText } from "../../../language/dates.ts";
import { pathFor } from "../../../language/paths.ts";
import { useQuery } from "../../../page/address.ts";
import { PageHead, PageStatus } from "../../../page/PageHead.tsx";
import { usePage, usePageData } from "../../../page/PageContext.ts";
import { PageLink } from "../../../page/PageLink.tsx";
import { Panel } from "../../../ui/Panel.tsx";
import type { CollectionView, PostView } from "../../../wire/types.generated.ts";
import { MemberLink } from "../../../community/MemberLink.tsx";
import { ReportLink } from "../../../community/ReportLink.tsx";
import { CollectionForm, PostChoice } from "../../../community/collections/CollectionForm.tsx";
import { Outcome } from "../../../community/collections/Outcome.tsx";

/** A page with fewer posts is not indexed. */
const postsToBeListed = 3;

/** Renders that this reader may open no such collection, with status 404. */
function MissingCollection() {
  const { t } = usePage();
  const title = t("collections.notFound.title");
  return (
    <>
      <PageHead title={title} description={t("collections.notFound.body")} missing />
      <PageStatus code={404} />
      <Panel title={title}>
        <p>{t("collections.notFound.body")}</p>
        <p className="panel-actions">
          <PageLink to="community" className="button">
            {t("collections.notFound.action")}
          </PageLink>
        </p>
      </Panel>
    </>
  );
}

interface OwnProps {
  readonly collection: CollectionView;
  readonly posts: readonly PostView[];
}

/** Renders the form that changes the collection's name and whether it is shared. */
function ChangeForm({ collection: { id, name, is_shared } }: Pick<OwnProps, "collection">) {
  const { t } = usePage();
  const typed = useQuery().get("name");
  return (
    <details className="collection-details" open={typed !== null}>
      <summary>{t("collections.edit.title")}</summary>
      <CollectionForm act="change" collection={id}>
        <label htmlFor="collection-name">{t("collections.edit.name")}</label>
        <input
          id="collection-name"
          name="name"
          defaultValue={typed ?? name}
          required
          autoComplete="off"
        />
        <label className="collection-check">
          <input type="checkbox" name="shared" defaultChecked={is_shared} />
          <span>
            {t("collections.edit.share")}
            <small>{t("collections.edit.shareMeans")}</small>
          </span>
        </label>
        <button type="submit" className="button">
          {t("collections.edit.action")}
        </button>
      </CollectionForm>
    </details>
  );
}

/** Renders the form that removes posts from the collection. */
function RemoveForm({ collection, posts }: OwnProps) {
  const { t } = usePage();
  return (
    <details className="collection-details">
      <summary>{t("collections.remove.title")}</summary>
      <CollectionForm act="remove" collection={collection.id}>
        <PostChoice legend={t("collections.remove.posts")} posts={posts} />
        <p className="quiet">{t("collections.remove.hint")}</p>
        <button type="submit" className="button">
          {t("collections.remove.action")}
        </button>
      </CollectionForm>
    </details>
  );
}

/** Renders the form that deletes the collection, in a disclosure that asks first. */
function DeleteForm({ collection: { id, name } }: Pick<OwnProps, "collection">) {
  const { t } = usePage();
  return (
    <details className="collection-details">
      <summary>{t("collections.delete.title")}</summary>
      <CollectionForm act="delete" collection={id}>
        <p>{t("collections.delete.body", { name })}</p>
        <button type="submit" className="button button-danger">
          {t("collections.delete.action")}
        </button>
      </CollectionForm>
    </details>
  );
}

/** Renders the forms with which its member changes the collection. */
function OwnForms({ collection, posts }: OwnProps) {
  return (
    <div className="collection-forms" id="collections">
      <ChangeForm key={collection.name} collection={collection} />
      {posts.length > 0 && <RemoveForm collection={collection} posts={posts} />}
      <DeleteForm collection={collection} />
    </div>
  );
}

/** Renders name, member and number of posts of the collection. */
function Heading({ collection }: Pick<OwnProps, "collection">) {
  const { viewer, t } = usePage();
  const { name, owner, is_shared, posts_count } = collection;
  const isOwn = viewer?.id === owner.id;
  // The message is cut where the member's name belongs, so that a link can stand there.
  const [before, after] = t("collections.by", { name: "\n" }).split("\n");
  return (
    <header className="collection-head">
      {isOwn && (
        <p className="collection-back">
          <PageLink to="profile" suffix="?tab=saved">
            ← {t("collections.back")}
          </PageLink>
        </p>
      )}
      <h1>
        <bdi lang={writtenIn(name)}>{name}</bdi>
      </h1>
      <p className="collection-facts">
        <span>
          {before}
          <MemberLink author={owner} />
          {after}
        </span>
        <span>{t("collections.count", { count: numberText(posts_count) })}</span>
        {!isOwn && <ReportLink subject={`member:${owner.id}`} className="text-button" />}
      </p>
      {isOwn && (
        <p className="quiet">{t(is_shared ? "collections.ownShared" : "collections.own")}</p>
      )}
      {isOwn && <Outcome />}
    </header>
  );
}

/** Renders a collection and its posts. */
function Collection({ collection }: Pick<OwnProps, "collection">) {
  const { viewer, language, t } = usePage();
  const { id, name, owner, is_shared, posts_count } = collection;
  const page = usePageData("collectionPosts", { id });
  const ownerName = singleLine(owner.display_name);
  const isOwn = viewer?.id === owner.id;
  const count = numberText(posts_count);
  return (
    <div className="collection-page">
      <PageHead
        title={t("collections.meta.named", { name: singleLine(name), owner: ownerName })}
        description={t("collections.meta.described", { owner: ownerName, count })}
        indexed={is_shared && posts_count >= postsToBeListed}
      />
      <Heading collection={collection} />
      {isOwn && page && <OwnForms collection={collection} posts={page.posts} />}
      <h2 className="visually-hidden">{t("profile.tabs.posts")}</h2>
      {page && (
        <PostShelf page={page} address={pathFor("collection", language, { id })}>
          <Panel title={t("collections.empty.title")} level="inside">
            <p>{t(isOwn ? "collections.empty.body" : "collections.empty.others")}</p>
          </Panel>
        </PostShelf>
      )}
    </div>
  );
}

/** Renders the page of a collection, or a page with status 404. */
export default function CollectionPage() {
  const { id = "" } = usePage().params;
  const collection = usePageData("collection", { id });
  return collection ? <Collection collection={collection} /> : <MissingCollection />;
}
