/** One page with its providers and frame; the worker and the browser render it identically. */
import type { ComponentType } from "react";
import { HelmetProvider } from "react-helmet-async";
import { LoadFailed } from "../page/LoadFailed.tsx";
import { type Page, PageContext, type PageReport } from "../page/PageContext.ts";
import type { PageStore, Place } from "../page/PageStore.ts";
import type { Fragments } from "../page/fragments.ts";
import type { Site, Viewer } from "../page/payload.ts";
import { AppRoutes } from "./AppRoutes.tsx";
import { FallbackBoundary } from "./FallbackScreen.tsx";
import { MainLayout } from "./layout/MainLayout.tsx";

export interface AppProps {
  readonly store: PageStore;
  readonly site: Site;
  readonly place: Place;
  /** The host's clock when it rendered the first page. */
  readonly now: string;
  readonly viewer: Viewer | null;
  readonly report?: PageReport;
  readonly fragments?: Fragments | undefined;
  readonly openSession?: Page["openSession"];
  /** Shown instead of a members' page until the session confirms a member. */
  readonly gate?: ComponentType | undefined;
  /** True when the next page takes longer than a moment to load. */
  readonly isSlow?: boolean;
  /** Set when a part of the page failed to load. */
  readonly retry?: (() => void) | undefined;
  /** The reason, where the page reports it. */
  readonly error?: unknown;
}

/**
 * Renders a page in its layout: its component, the check of the session before a members' page, or
 * that it failed to load.
 */
export function App(props: AppProps) {
  const { store, site, place, now, viewer, report, fragments, openSession, gate, retry } = props;
  const { page, language, params, search = "", meta } = place;
  const PageComponent = gate ?? store.component(page);
  const context: Page = {
    page,
    language,
    params,
    search,
    now,
    t: store.translate(language),
    site: { ...site, name: site.names[language] },
    meta,
    store,
    viewer,
    report,
    fragments,
    openSession,
  };

  return (
    <HelmetProvider>
      <FallbackBoundary language={language}>
        <PageContext value={context}>
          <AppRoutes page={page}>
            <MainLayout isSlow={props.isSlow ?? false}>
              {PageComponent && !retry ? (
                <PageComponent key={page} />
              ) : (
                <LoadFailed retry={retry} error={props.error} />
              )}
            </MainLayout>
          </AppRoutes>
        </PageContext>
      </FallbackBoundary>
    </HelmetProvider>
  );
}
