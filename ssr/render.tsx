/** Renders a page's payload to its head and body; no I/O, no clock, no environment. */
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router";
import { App } from "../client/app/App.tsx";
import { builtInLoaders } from "../client/app/builtIn.ts";
import { FallbackScreen } from "../client/app/FallbackScreen.tsx";
import { pageParts, pages } from "../client/app/pages.generated.ts";
import { serverParts } from "../client/app/serverParts.ts";
import { structuredData } from "../client/app/structuredData.ts";
import { loadLocaleFile } from "../client/contracts/locales.ts";
import type { PageName } from "../client/contracts/routes.ts";
import { type Language, languages } from "../client/contracts/language.ts";
import { PageContext, type PageReport, searchOf } from "../client/page/PageContext.ts";
import { pathFor } from "../client/language/paths.ts";
import { HeadTags } from "../client/page/HeadTags.tsx";
import { PageLibrary } from "../client/page/PageLibrary.ts";
import { PageStore } from "../client/page/PageStore.ts";
import type { PagePayload, Preloaded } from "../client/page/payload.ts";
import { type BuiltInQuery, builtInQueries, type LoadQuery } from "../client/page/queries.ts";
import { FragmentPage, FragmentStore } from "./FragmentPage.ts";
import { FragmentMemory } from "./FragmentMemory.ts";
import { splitHead } from "./splitHead.ts";

/** Rendered page: its status, the tags for the head, and the markup of the root element. */
export interface Rendered {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

type BuiltIn = Readonly<Record<Language, readonly Preloaded[]>>;

// Status of a payload whose page threw during rendering.
const broken = 500;

const pageNames = Object.keys(pages).filter((name): name is PageName => name in pages);

// The worker sends no requests: a query that is not in the payload is an error of the host.
const refuse: LoadQuery = () => Promise.reject(new Error("the host did not preload this query"));

/**
 * Loads components, messages and built-in data once; returns the function that renders a payload.
 * With `isPlain`, for tests and benchmarks, it caches no fragments.
 */
export async function createRenderer({
  isPlain = false,
} = {}): Promise<(payload: PagePayload) => Rendered> {
  const library = new PageLibrary({
    pages,
    parts: pageParts,
    serverParts,
    loadMessages: loadLocaleFile,
    loadFooter: () => import("../client/app/layout/Footer.tsx"),
  });
  for (const language of languages) {
    for (const page of pageNames) {
      await library.load(page, language);
      await library.loadServerPart(page, language);
    }
  }
  const builtIn = { en: await loadBuiltIn("en"), ja: await loadBuiltIn("ja") };
  if (isPlain) return (payload) => render(payload, library, builtIn);
  const fragmentPages = {
    en: new FragmentPage("en", withBuiltInData(new FragmentStore(library, refuse), "en", builtIn)),
    ja: new FragmentPage("ja", withBuiltInData(new FragmentStore(library, refuse), "ja", builtIn)),
  };
  const fragments = new FragmentMemory(
    (fragment, language) =>
      renderRoot(<PageContext value={fragmentPages[language]}>{fragment}</PageContext>),
    languages.flatMap((language) => sharedObjects(language, fragmentPages[language].store)),
  );
  return (payload) => fragments.renderAndCache(() => render(payload, library, builtIn, fragments));
}

/** Loads the data that is built into the bundle, such as the lists of cultivars. */
async function loadBuiltIn(language: Language): Promise<readonly Preloaded[]> {
  const load = async <Name extends BuiltInQuery>(query: Name): Promise<Preloaded<Name>> => ({
    query,
    params: {},
    data: await builtInLoaders[query](language, {}, ""),
  });
  return Promise.all(builtInQueries.map(load));
}

/** Returns the objects of the built-in data that fragments have as properties. */
function sharedObjects(language: Language, store: PageStore): readonly object[] {
  const { filters, cultivars } = store.data("catalogueIndex", language, {});
  return [filters, ...cultivars];
}

/** Puts the built-in data of a language into a store and returns the store. */
function withBuiltInData<Store extends PageStore>(
  store: Store,
  language: Language,
  builtIn: BuiltIn,
): Store {
  store.seed(language, builtIn[language]);
  return store;
}

/** Renders the content of the root element: `body` is its markup, `head` the head tags that it prints. */
function renderRoot(content: ReactNode): { readonly head: string; readonly body: string } {
  return splitHead(renderToString(<div id="root">{content}</div>));
}

/** Renders the page of a payload; a payload with status 500 renders the fallback screen. */
function render(
  payload: PagePayload,
  library: PageLibrary,
  builtIn: BuiltIn,
  fragments?: FragmentMemory,
): Rendered {
  const {
    route: page,
    language,
    params,
    site,
    meta,
    url,
    now,
    preloaded,
    status,
    viewer,
  } = payload;
  if (status === broken) return fallback(payload);
  const search = searchOf(url);
  const store = withBuiltInData(new PageStore(library, refuse), language, builtIn);
  store.seed(language, preloaded, search);
  const report: PageReport = {
    status,
    title: "",
    description: "",
    canonical: undefined,
    isListed: false,
  };
  const { head, body } = renderRoot(
    <StaticRouter location={url}>
      <App
        store={store}
        site={site}
        place={{ page, language, params, search, meta }}
        now={now}
        viewer={viewer}
        report={report}
        fragments={fragments}
      />
    </StaticRouter>,
  );
  return { status: report.status, head: head + structuredData({ payload, report, store }), body };
}

/**
 * Renders the fallback screen instead of a page that threw, with the head tags of the payload's
 * meta; throws without a meta. The browser then renders the page itself.
 */
function fallback({ route: page, language, params, site, meta }: PagePayload): Rendered {
  if (meta === undefined) throw new Error("the payload of a failure has no meta");
  const address = { page, language, params, site: { ...site, name: site.names[language] } };
  const { head, body } = renderRoot(
    <>
      <HeadTags meta={meta} address={address} />
      <FallbackScreen language={language} onReload={() => {}} />
    </>,
  );
  return { status: broken, head, body };
}

/**
 * Returns the payloads of the cultivar list and of the about page in each language, which a new
 * worker renders before its hello frame.
 */
export function warmUpPayloads(): PagePayload[] {
  const site = {
    names: { en: "", ja: "" },
    origin: "http://localhost",
    social: [],
    marks_unset: false,
  };
  const common = {
    params: {},
    status: 200,
    now: "1970-01-01T00:00:00Z",
    viewer: null,
    site,
  } as const;
  const payload = (route: PageName, language: Language, url: string): PagePayload => ({
    ...common,
    route,
    language,
    url,
    preloaded: [],
  });
  return languages.flatMap((language) => [
    payload("cultivars", language, pathFor("cultivars", language)),
    payload("about", language, pathFor("about", language)),
  ]);
}
