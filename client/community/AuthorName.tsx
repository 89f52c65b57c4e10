/** The author's name, isolated from the direction of the surrounding text; a removed member has a fixed name. */
import { writtenIn } from "../contracts/language.ts";
import { usePage } from "../page/PageContext.ts";
import type { Author } from "../wire/types.generated.ts";

export function AuthorName({ author }: { readonly author: Author | null }) {
  const { t } = usePage();
  if (author === null) return <span className="quiet">{t("post.deletedMember")}</span>;
  const { display_name: name } = author;
  return <bdi lang={writtenIn(name)}>{name}</bdi>;
}
