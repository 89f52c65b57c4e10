/** Renders a page's payload to its head and body; no I/O, no clock, no environment. */
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router";
import { App } from "../client/app/App.tsx";
import { FallbackScreen } from "../client/app/FallbackScreen.tsx";
import { pageParts, pages } from "../client/app/pages.generated.ts";
import { structuredData } from "../client/app/structuredData.ts";
import {
  loadCatalogueIndex,
  loadCultivarNames,
  loadSources,
} from "../client/contracts/catalogue.ts";
import { loadLocaleFile } from "../client/contracts/locales.ts";
import type { PageName } from "../client/contracts/routes.ts";
import { type Language, languages } from "../client/contracts/language.ts";
import type { CatalogueIndex, CultivarNames, SourceLink } from "../client/contracts/cultivar.ts";
import { PageContext, type PageReport, searchOf } from "../client/page/PageContext.ts";
import { pathFor } from "../client/language/paths.ts";
import { HeadTags } from "../client/page/HeadTags.tsx";
import { PageLibrary } from "../client/page/PageLibrary.ts";
import { PageStore } from "../client/page/PageStore.ts";
import type { PagePayload } from "../client/page/payload.ts";
import type { QueryLoaders } from "../client/page/queries.ts";
import { FragmentPage, FragmentStore } from "./FragmentPage.ts";
import { FragmentMemory } from "./FragmentMemory.ts";
import { splitHead } from "./splitHead.ts";

export interface Rendered {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

interface BuiltIn {
  readonly index: Readonly<Record<Language, CatalogueIndex>>;
  readonly names: CultivarNames;
  readonly sources: readonly SourceLink[];
}

// Status of a payload whose page threw during rendering.
const broken = 500;

const pageNames = Object.keys(pages).filter((name): name is PageName => name in pages);

// The worker sends no requests: a query that is not in the payload is an error of the host.
const refuse = () => Promise.reject(new Error("the host did not preload this query"));
const loaders: QueryLoaders = {
  catalogueIndex: refuse,
  cultivarNames: refuse,
  cultivar: refuse,
  featuredCultivars: refuse,
  operator: refuse,
  me: refuse,
  member: refuse,
  sources: refuse,
  feed: refuse,
  reviewedCultivar: refuse,
  post: refuse,
  comments: refuse,
  myPosts: refuse,
  likedPosts: refuse,
  memberPosts: refuse,
  relatedPosts: refuse,
};

/** Loads components, messages and built-in data once; returns the render function. A plain renderer caches no fragments. */
export async function createRenderer({
  isPlain = false,
} = {}): Promise<(payload: PagePayload) => Rendered> {
  const library = new PageLibrary({ pages, parts: pageParts, loadMessages: loadLocaleFile });
  for (const language of languages) {
    for (const page of pageNames) await library.load(page, language);
  }
  const index = { en: await loadCatalogueIndex("en"), ja: await loadCatalogueIndex("ja") };
  const builtIn = { index, names: await loadCultivarNames(), sources: await loadSources() };
  if (isPlain) return (payload) => render(payload, library, builtIn);
  const alone = {
    en: new FragmentPage("en", withBuiltInData(new FragmentStore(library, loaders), "en", builtIn)),
    ja: new FragmentPage("ja", withBuiltInData(new FragmentStore(library, loaders), "ja", builtIn)),
  };
  const fragments = new FragmentMemory(
    (part, language) => renderRoot(<PageContext value={alone[language]}>{part}</PageContext>),
    languages.flatMap((language) => [index[language].filters, ...index[language].cultivars]),
  );
  return (payload) => fragments.renderAndCache(() => render(payload, library, builtIn, fragments));
}

/** Seeds a store with the built-in data. */
function withBuiltInData<Store extends PageStore>(
  store: Store,
  language: Language,
  builtIn: BuiltIn,
): Store {
  const params = {};
  store.seed(language, [
    { query: "catalogueIndex", params, data: builtIn.index[language] },
    { query: "cultivarNames", params, data: builtIn.names },
    { query: "sources", params, data: builtIn.sources },
  ]);
  return store;
}

/** Renders below the root element; React prints head tags before it. */
function renderRoot(inside: ReactNode): { readonly head: string; readonly body: string } {
  return splitHead(renderToString(<div id="root">{inside}</div>));
}

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
  const store = withBuiltInData(new PageStore(library, loaders), language, builtIn);
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

/** Fallback screen of a page that threw, with the head of the payload's meta. The browser renders the page again. */
function fallback({ route: page, language, params, site, meta }: PagePayload): Rendered {
  if (meta === undefined) throw new Error("the payload of a failure has no meta");
  const address = { page, language, params, site: { ...site, name: site.names[language] } };
  const { head, body } = renderRoot(
    <>
      <HeadTags meta={meta} address={address} />
      <FallbackScreen onReload={() => {}} />
    </>,
  );
  return { status: broken, head, body };
}

/** Payloads that a new worker renders before its hello frame, so that the first response is not slow. */
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
