/** A form of collections, which works without scripts. */
import type { ReactNode } from "react";
import { usePage } from "../../page/PageContext.ts";
import type { PostView } from "../../wire/types.generated.ts";
import { titleOf } from "../excerpt.ts";
import "./Collections.css";

interface CollectionFormProps {
  readonly act: "create" | "change" | "delete" | "add" | "remove";
  /** Id of the collection; a field of the form if it is left out. */
  readonly collection?: string;
  readonly children: ReactNode;
}

/**
 * Renders a form with one action on a collection, which the host carries out; it works without
 * scripts.
 */
export function CollectionForm({ act, collection, children }: CollectionFormProps) {
  const { language, viewer } = usePage();
  // The host leads back to this page also when it refuses the form before it reads the fields.
  const query = new URLSearchParams({ language, ...(collection && { on: collection }) });
  return (
    <form
      className="collection-form"
      method="post"
      action={`/api/account/collections/form?${query}`}
    >
      <input type="hidden" name="member" value={viewer?.id ?? ""} />
      <input type="hidden" name="act" value={act} />
      {collection && <input type="hidden" name="collection" value={collection} />}
      {children}
    </form>
  );
}

interface PostChoiceProps {
  readonly legend: string;
  readonly posts: readonly PostView[];
}

/** Renders check boxes of posts, each with its title or the beginning of its text. */
export function PostChoice({ legend, posts }: PostChoiceProps) {
  return (
    <fieldset className="collection-choice">
      <legend>{legend}</legend>
      {posts.map((post) => (
        <label key={post.id}>
          <input type="checkbox" name="posts" value={post.id} />
          <bdi lang={post.language}>{titleOf(post)}</bdi>
        </label>
      ))}
    </fieldset>
  );
}
