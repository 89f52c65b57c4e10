/** Address of the page of a reported thing. */
import type { Language } from "../../contracts/language.ts";
import { pathFor } from "../../language/paths.ts";
import type { ReportedThing } from "../../wire/types.generated.ts";

/**
 * Returns the address of the post, member or cultivar that was reported; a comment has that of its
 * post.
 */
export function addressOf(thing: ReportedThing, language: Language): string {
  if (thing.kind === "cultivar")
    return pathFor("cultivar", language, { id: thing.subject.replace("cultivar:", "") });
  if (thing.post_id === null) return pathFor("member", language, { id: thing.member_id ?? "" });
  return pathFor("post", language, { id: String(thing.post_id) });
}
