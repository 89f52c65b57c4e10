/** Links a value to the list of cultivars with it. */
import type { ReactNode } from "react";
import type { FilterName } from "../../contracts/list/filters.ts";
import { PageLink } from "../../page/PageLink.tsx";

interface ListLinkProps {
  /** Whether the list shows the record: it leaves out those that are no cultivars. */
  readonly isListed: boolean;
  readonly filter: FilterName;
  /** Values in the order of the filter, joined by commas; null or empty where no list has the value. */
  readonly value: string | null;
  readonly children: ReactNode;
}

/**
 * Renders a value as a link to the list of cultivars filtered by it; as text where no list has the
 * value, and for a record that is no cultivar. A link with several values has `rel="nofollow"`.
 */
export function ListLink({ isListed, filter, value, children }: ListLinkProps) {
  if (!(value && isListed)) return children;
  const rel = value.includes(",") ? { rel: "nofollow" } : {};
  return (
    <PageLink to="cultivars" suffix={`?${filter}=${value}`} {...rel}>
      {children}
    </PageLink>
  );
}
