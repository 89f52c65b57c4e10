/** Page to write a post; the address may name its category. */
import { useQuery } from "../../page/address.ts";
import { isOffered } from "../../contracts/postCategories.ts";
import { PageHead } from "../../page/PageHead.tsx";
import { usePage } from "../../page/PageContext.ts";
import { emptyDraft } from "./draft.ts";
import { draftKey } from "./draftStorage.ts";
import { PostForm } from "./PostForm.tsx";

/** Renders the form of a new post, in the category that the address names, else a review. */
export default function CreatePostPage() {
  const { viewer, t } = usePage();
  const query = useQuery();
  const requested = query.get("category");
  const draft = emptyDraft(isOffered(requested) ? requested : "review");
  return (
    <>
      <PageHead title={t("createPost.meta.title")} description={t("createPost.meta.description")} />
      <PostForm
        start={{ storageKey: draftKey(viewer?.id ?? ""), draft, pictures: [], version: null }}
        edited={null}
      />
    </>
  );
}
