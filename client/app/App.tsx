/** One page in its frame: the providers, in order. Drawn alike by the worker and by the browser. */
import { PageContext, type PageReport } from "../page/PageContext.ts";
import type { PageStore, Place } from "../page/PageStore.ts";
import type { Site } from "../page/payload.ts";
import { FallbackBoundary } from "./FallbackBoundary.tsx";
import { LoadFailed } from "./LoadFailed.tsx";
import { MainLayout } from "./layout/MainLayout.tsx";

export interface AppProps {
  readonly store: PageStore;
  readonly site: Site;
  readonly place: Place;
  /** Path and query. */
  readonly path: string;
  readonly report?: PageReport;
  /** True while the next page is being fetched and the reader has waited a moment. */
  readonly isSlow?: boolean;
  /** Set when a part of the page did not arrive. */
  readonly retry?: (() => void) | undefined;
}

export function App({ store, site, place, path, report, isSlow = false, retry }: AppProps) {
  const { page, language, params } = place;
  const queryAt = path.indexOf("?");
  const query = new URLSearchParams(queryAt < 0 ? "" : path.slice(queryAt));
  const t = store.translate(language);
  const named = { ...site, name: site.names[language] };
  const Page = store.component(page);

  return (
    <FallbackBoundary>
      <PageContext value={{ page, language, params, path, query, t, site: named, store, report }}>
        <MainLayout isSlow={isSlow}>
          {Page && !retry ? <Page key={page} /> : <LoadFailed retry={retry} />}
        </MainLayout>
      </PageContext>
    </FallbackBoundary>
  );
}
