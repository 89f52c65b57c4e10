/** Link from a value of a post to the posts of its category with this value. */
import type { ReactNode } from "react";
import { isOffered, keepsField } from "../contracts/postCategories.ts";
import { PageLink } from "../page/PageLink.tsx";
import type { PostView } from "../wire/types.generated.ts";

interface ListLinkProps {
  readonly post: PostView;
  readonly field: "tea_type" | "prefecture";
  readonly className?: string;
  readonly children: ReactNode;
}

/**
 * Renders a link to the posts of the same category and with the same value of a field; plain text
 * where the feed has no such filter.
 */
export function ListLink({ post, field, className, children }: ListLinkProps) {
  const { category, [field]: value } = post;
  const style = className === undefined ? {} : { className };
  if (value === null || !isOffered(category) || !keepsField(category, field))
    return <span {...style}>{children}</span>;
  const query = new URLSearchParams({ category, [field]: value });
  return (
    <PageLink to="community" suffix={`?${query}`} {...style}>
      {children}
    </PageLink>
  );
}
