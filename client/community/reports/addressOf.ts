/** Address of the page of a reported thing. */
import type { Language } from "../../contracts/language.ts";
import { pathFor } from "../../language/paths.ts";
import type { ReportedThing } from "../../wire/types.generated.ts";

/**
 * Returns the address of the post, member or cultivar that was reported; a comment has its
 * place on the page of its post.
 */
export function addressOf(thing: ReportedThing, language: Language): string {
  if (thing.kind === "cultivar")
    return pathFor("cultivar", language, { id: thing.subject.replace("cultivar:", "") });
  if (thing.post_id === null) return pathFor("member", language, { id: thing.member_id ?? "" });
  const post = pathFor("post", language, { id: String(thing.post_id) });
  return thing.kind === "comment" ? `${post}#${thing.subject.replace(":", "-")}` : post;
}
