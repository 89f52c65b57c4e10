/** One page in its frame: the providers, in order. Drawn alike by the worker and by the browser. */
import { type Page, PageContext, type PageReport, searchOf } from "../page/PageContext.ts";
import type { Fragments } from "../page/fragments.ts";
import type { PageStore, Place } from "../page/PageStore.ts";
import type { ComponentType } from "react";
import type { Site, Viewer } from "../page/payload.ts";
import { FallbackBoundary } from "./FallbackBoundary.tsx";
import { LoadFailed } from "../page/LoadFailed.tsx";
import { MainLayout } from "./layout/MainLayout.tsx";

export interface AppProps {
  readonly store: PageStore;
  readonly site: Site;
  readonly place: Place;
  /** Path and query. */
  readonly path: string;
  /** The host's clock when it drew the first page. */
  readonly now: string;
  readonly viewer: Viewer | null;
  readonly report?: PageReport;
  readonly fragments?: Fragments | undefined;
  readonly go?: (path: string) => void;
  readonly openSession?: Page["openSession"];
  /** Stands before a members' page until it is known who asks for it. */
  readonly gate?: ComponentType | undefined;
  /** True while the next page is being fetched and the reader has waited a moment. */
  readonly isSlow?: boolean;
  /** Set when a part of the page did not arrive. */
  readonly retry?: (() => void) | undefined;
}

export function App(props: AppProps) {
  const {
    store,
    site,
    place,
    path,
    now,
    viewer,
    report,
    fragments,
    go,
    openSession,
    gate,
    isSlow = false,
    retry,
  } = props;
  const { page, language, params, card } = place;
  const query = new URLSearchParams(searchOf(path));
  const t = store.translate(language);
  const named = { ...site, name: site.names[language] };
  const Shown = gate ?? store.component(page);

  return (
    <FallbackBoundary>
      <PageContext
        value={{
          page,
          language,
          params,
          path,
          now,
          query,
          t,
          site: named,
          card,
          store,
          viewer,
          report,
          fragments,
          go,
          openSession,
        }}
      >
        <MainLayout isSlow={isSlow}>
          {Shown && !retry ? <Shown key={page} /> : <LoadFailed retry={retry} />}
        </MainLayout>
      </PageContext>
    </FallbackBoundary>
  );
}
