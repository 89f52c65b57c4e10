/** A post in one line, for a title or description. */
import { metaDescriptionCharacters } from "../contracts/limits.generated.ts";
import { excerpt, singleLine } from "../language/excerpt.ts";
import type { PostView } from "../wire/types.generated.ts";

const titleCharacters = 40;

export function titleOf({ title, content }: PostView): string {
  return (title && singleLine(title)) || excerpt(content, titleCharacters);
}

export function descriptionOf({ content }: PostView): string {
  return excerpt(content, metaDescriptionCharacters);
}
