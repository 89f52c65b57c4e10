/** Renders a component in a page with real messages and catalogue, without a host. */
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
import { furnishBrowser } from "./browser.ts";
import { featuredIn, ids, index, findEntries, viewIn } from "./catalogue.ts";
import { say } from "./words.ts";

// A busy machine is slow; nothing here judges speed.
configure({ asyncUtilTimeout: 20_000 });

export const site: Site = {
  names: { en: "Chanoki", ja: "茶の木" },
  origin: "https://chanoki.example",
  social: [],
  marks_unset: false,
};

/** The host's clock. */
export const now = "2026-11-21T04:00:00Z";

export const operator: QueryData["operator"] = {
  name: "Chanoki",
  representative: "Yamada Midori",
  address: "Shizuoka",
  email: "hello@chanoki.example",
  phone: null,
  hours: { en: "Weekdays 10 to 17", ja: "平日10時から17時" },
};

/** What the browser asks for, answered at once; what is built in loads as it always does. */
export const answers: QueryLoaders = {
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

export interface Surroundings {
  readonly page?: PageName;
  readonly language?: Language;
  readonly params?: Params;
  readonly path?: string;
  readonly report?: PageReport;
  readonly meta?: PageMeta;
  readonly preloaded?: readonly Preloaded[];
  readonly site?: Partial<Site>;
  /** The host's clock. */
  readonly now?: string;
  /** Without it a library that has loaded nothing. */
  readonly library?: PageLibrary;
}

export function pageOf(surroundings: Surroundings = {}): Page {
  const { page = "about", language = "en", params = {}, path = "", report } = surroundings;
  const store = new PageStore(surroundings.library ?? newLibrary(), loadFrom(answers));
  store.seed(language, surroundings.preloaded ?? []);
  return {
    page,
    language,
    params,
    search: searchOf(path),
    now: surroundings.now ?? now,
    t: say[language],
    site: { ...site, ...surroundings.site, name: site.names[language] },
    store,
    viewer: null,
    report,
    meta: surroundings.meta,
  };
}

/** The component as it stands inside a page, for `render` and for `renderToString` alike. */
export function inPage(children: ReactNode, surroundings: Surroundings = {}): ReactNode {
  return (
    <InRouter page={pageOf(surroundings)} path={surroundings.path}>
      {children}
    </InRouter>
  );
}

export function draw(children: ReactNode, surroundings: Surroundings = {}) {
  return { user: userEvent.setup(), ...render(inPage(children, surroundings)) };
}

/** Opens an address as the browser's entry does, links and history included. */
export async function visit(
  path: string,
  loaders: QueryLoaders = answers,
  viewer: Viewer | null = null,
) {
  const furniture = furnishBrowser();
  history.replaceState(null, "", path);
  const { pathname, search } = location;
  const place = { ...placeAt(pathname), search };
  const store = new PageStore(newLibrary(), loadFrom(loaders));
  await store.prepare(place);
  const user = userEvent.setup();
  return {
    ...furniture,
    user,
    store,
    ...render(
      <BrowserApp store={store} site={site} place={place} path={path} now={now} viewer={viewer} />,
    ),
  };
}
