/** Wrapper of a component in a page and a router; `go` is called with each address that is navigated to. */
import type { ReactNode } from "react";
import { createPath, type Navigator, Router, type To } from "react-router";
import { AppRoutes } from "../../client/app/AppRoutes.tsx";
import { pathFor } from "../../client/language/paths.ts";
import { type Page, PageContext } from "../../client/page/PageContext.ts";

interface InRouterProps {
  readonly page: Page;
  readonly path?: string | undefined;
  readonly go?: (path: string) => void;
  readonly children: ReactNode;
}

const pathOf = (to: To) => (typeof to === "string" ? to : createPath(to));

function addressOf({ page, language, params, search }: Page): string {
  return page === "notFound" ? "/nowhere" : pathFor(page, language, params) + search;
}

export function InRouter({ page, path = addressOf(page), go, children }: InRouterProps) {
  const navigate = (to: To) => go?.(pathOf(to));
  const navigator: Navigator = {
    createHref: pathOf,
    go: () => {},
    push: navigate,
    replace: navigate,
  };
  return (
    <Router location={path} navigator={navigator}>
      <PageContext value={page}>
        <AppRoutes page={page.page}>{children}</AppRoutes>
      </PageContext>
    </Router>
  );
}
