/** The author's name with a link to their page; a removed member has no link. */
import { PageLink } from "../page/PageLink.tsx";
import type { Author } from "../wire/types.generated.ts";
import { writtenIn } from "../contracts/language.ts";
import { usePage } from "../page/PageContext.ts";
import "./MemberLink.css";

/**
 * Renders the author's name, isolated from the direction of the surrounding text; a removed member
 * has a fixed name.
 */
export function AuthorName({ author }: { readonly author: Author | null }) {
  const { t } = usePage();
  if (author === null) return <span className="quiet">{t("post.deletedMember")}</span>;
  const { display_name: name } = author;
  return <bdi lang={writtenIn(name)}>{name}</bdi>;
}

/** Renders the author's name as a link to their page; a removed member has no link. */
export function MemberLink({ author }: { readonly author: Author | null }) {
  if (author === null) return <AuthorName author={null} />;
  return (
    <PageLink to="member" params={{ id: author.id }} className="member-link">
      <AuthorName author={author} />
    </PageLink>
  );
}
