/** Who wrote something, leading to their page; somebody who has left has none. */
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
