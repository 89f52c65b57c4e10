/** A post in one line, for a title or description. */
import { metaDescriptionCharacters, titleColumns } from "../contracts/limits.generated.ts";
import { cutToColumns } from "../language/columns.ts";
import { excerpt, singleLine } from "../language/excerpt.ts";
import type { PostView } from "../wire/types.generated.ts";

const titleCharacters = 40;

/** Returns the title of a post, or the beginning of its text, on one line and cut to a width. */
export function titleOf({ title, content }: PostView): string {
  const own = (title && singleLine(title)) || excerpt(content, titleCharacters);
  return cutToColumns(own, titleColumns);
}

/** Returns the beginning of a post's text, as a description for search engines. */
export function descriptionOf({ content }: PostView): string {
  return excerpt(content, metaDescriptionCharacters);
}
