/** A link to a page of this site; the click listener of `app/history.ts` navigates without a full load. */
import type { ReactNode } from "react";
import type { Params, RouteName } from "../contracts/routes.ts";
import { pathFor } from "../language/paths.ts";
import { usePage } from "./PageContext.ts";

interface PageLinkProps {
  readonly to: RouteName;
  readonly params?: Params;
  /** Query and hash, with their marks. */
  readonly suffix?: string;
  readonly className?: string;
  readonly current?: boolean;
  readonly rel?: string;
  readonly children: ReactNode;
}

/**
 * Renders a link to a page of the site in the present language; `suffix` is a query or fragment.
 */
export function PageLink(props: PageLinkProps) {
  const { to, params, suffix = "", className, current = false, rel, children } = props;
  const { language } = usePage();
  return (
    <a
      href={pathFor(to, language, params) + suffix}
      className={className}
      rel={rel}
      aria-current={current ? "page" : undefined}
    >
      {children}
    </a>
  );
}
