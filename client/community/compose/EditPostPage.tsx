/** Page to edit an own post. */
import { useState } from "react";
import { PageHead, PageStatus } from "../../page/PageHead.tsx";
import { usePage, usePageData } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import { Panel } from "../../ui/Panel.tsx";
import type { PostView } from "../../wire/types.generated.ts";
import { startOf } from "./compositionState.ts";
import { draftKey } from "./draftStorage.ts";
import { PostForm } from "./PostForm.tsx";

interface NoEditingProps {
  readonly post: PostView | null;
  readonly status: number;
}

/**
 * Renders why a post cannot be edited, with its status: it is of another member, or (null) was
 * removed or never existed.
 */
function NoEditing({ post, status }: NoEditingProps) {
  const { t } = usePage();
  const { id = "" } = usePage().params;
  return (
    <>
      <PageStatus code={status} />
      <Panel title={t(`createPost.edit.${post ? "forbidden" : "missing"}`)}>
        <p>{t(`createPost.edit.${post ? "forbiddenBody" : "missingBody"}`)}</p>
        <p className="panel-actions">
          {post && (
            <PageLink to="post" params={{ id }} className="button">
              {t("createPost.edit.read")}
            </PageLink>
          )}
          <PageLink to="community" className="button button-quiet">
            {t("createPost.edit.community")}
          </PageLink>
        </p>
      </Panel>
    </>
  );
}

/** Renders the form of an own post; any other post gets a message with its status. */
export default function EditPostPage() {
  const { viewer, t } = usePage();
  const { id = "" } = usePage().params;
  const found = usePageData("post", { id });
  const post = found === "removed" ? null : found;
  // A member who is signed out meanwhile keeps the form until the next submission requires a login.
  const [reader] = useState(viewer?.id);
  const isOwn = post !== null && reader !== undefined && post.user?.id === reader;
  return (
    <>
      <PageHead
        title={t("createPost.editMeta.title")}
        description={t("createPost.editMeta.description")}
      />
      {isOwn ? (
        <PostForm key={post.id} start={startOf(post, draftKey(reader, post.id))} edited={post} />
      ) : (
        <NoEditing post={post} status={post ? 403 : found ? 410 : 404} />
      )}
    </>
  );
}
