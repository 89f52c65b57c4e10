/** The author's name with a link to their page; a removed member has no link. */
import { PageLink } from "../page/PageLink.tsx";
import type { Author } from "../wire/types.generated.ts";
import { AuthorName } from "./AuthorName.tsx";
import "./MemberLink.css";

export function MemberLink({ author }: { readonly author: Author | null }) {
  if (author === null) return <AuthorName author={null} />;
  return (
    <PageLink to="member" params={{ id: author.id }} className="member-link">
      <AuthorName author={author} />
    </PageLink>
  );
}
