/** Renders components and pages with the real messages and catalogue, without a host. */
import { configure, render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { placeAt } from "../../client/app/AppRoutes.tsx";
import { pageParts, pages } from "../../client/app/pages.generated.ts";
import { queries } from "../../client/app/hostQueries.ts";
import { BrowserApp } from "../../client/app/BrowserApp.tsx";
import type { Language } from "../../client/contracts/language.ts";
import { loadLocaleFile } from "../../client/contracts/locales.ts";
import type { PageName, Params } from "../../client/contracts/routes.ts";
import { type Page, type PageReport, searchOf } from "../../client/page/PageContext.ts";
import { InRouter } from "./inRouter.tsx";
import { PageLibrary } from "../../client/page/PageLibrary.ts";
import { PageStore } from "../../client/page/PageStore.ts";
import type { PageMeta, Preloaded, Site, Viewer } from "../../client/page/payload.ts";
import type { LoadQuery, QueryData, QueryLoaders } from "../../client/page/queries.ts";
import { stubBrowser } from "./browser.ts";
import { featuredIn, ids, index, findEntries, viewIn } from "./catalogue.ts";
import { translate } from "./messages.ts";

// The machine may be busy, and no test measures time.
configure({ asyncUtilTimeout: 20_000 });

export const site: Site = {
  names: { en: "Chanoki", ja: "茶の木" },
  origin: "https://chanoki.example",
  social: [],
  marks_unset: false,
};

/** Time of the host at which pages are rendered. */
export const now = "2026-11-21T04:00:00Z";

export const operator: QueryData["operator"] = {
  name: "Chanoki",
  representative: "Yamada Midori",
  address: "Shizuoka",
  email: "hello@chanoki.example",
  phone: null,
  hours: { en: "Weekdays 10 to 17", ja: "平日10時から17時" },
};

/** Loaders of the browser: data of the host is replaced by fixed data, built-in data is loaded as usual. */
export const testLoaders: QueryLoaders = {
  ...queries,
  catalogueIndex: async (language) => index[language],
  findEntries: async () => findEntries,
  featuredCultivars: async (language) => featuredIn(language),
  cultivar: async (language, { id = "" }) => (ids.includes(id) ? viewIn(language, id) : null),
  operator: async () => operator,
};

export function loadFrom(loaders: QueryLoaders): LoadQuery {
  return (name, ...given) => loaders[name](...given);
}

export function newLibrary(): PageLibrary {
  return new PageLibrary({
    pages,
    parts: pageParts,
    loadMessages: loadLocaleFile,
    loadFooter: () => import("../../client/app/layout/Footer.tsx"),
  });
}

export interface PageOptions {
  readonly page?: PageName;
  readonly language?: Language;
  readonly params?: Params;
  readonly path?: string;
  readonly report?: PageReport;
  readonly meta?: PageMeta;
  readonly preloaded?: readonly Preloaded[];
  readonly site?: Partial<Site>;
  /** Time of the host. */
  readonly now?: string;
  /** Default: a library that has loaded nothing. */
  readonly library?: PageLibrary;
}

export function pageOf(options: PageOptions = {}): Page {
  const { page = "about", language = "en", params = {}, path = "", report } = options;
  const store = new PageStore(options.library ?? newLibrary(), loadFrom(testLoaders));
  store.seed(language, options.preloaded ?? []);
  return {
    page,
    language,
    params,
    search: searchOf(path),
    now: options.now ?? now,
    t: translate[language],
    site: { ...site, ...options.site, name: site.names[language] },
    store,
    viewer: null,
    report,
    meta: options.meta,
  };
}

/** Wraps a component in a page and a router, for `render` or `renderToString`. */
export function inPage(children: ReactNode, options: PageOptions = {}): ReactNode {
  return (
    <InRouter page={pageOf(options)} path={options.path}>
      {children}
    </InRouter>
  );
}

export function renderInPage(children: ReactNode, options: PageOptions = {}) {
  return { user: userEvent.setup(), ...render(inPage(children, options)) };
}

/** Renders the whole app at an address as the browser's entry does, with working links and history. */
export async function visit(
  path: string,
  loaders: QueryLoaders = testLoaders,
  viewer: Viewer | null = null,
) {
  const browser = stubBrowser();
  history.replaceState(null, "", path);
  const { pathname, search } = location;
  const place = { ...placeAt(pathname), search };
  const store = new PageStore(newLibrary(), loadFrom(loaders));
  await store.prepare(place);
  const user = userEvent.setup();
  return {
    ...browser,
    user,
    store,
    ...render(
      <BrowserApp store={store} site={site} place={place} path={path} now={now} viewer={viewer} />,
    ),
  };
}
