/** Context of the current page: its place in the route table, language, messages and data. */
import { createContext, useContext } from "react";
import type { PageName, Params } from "../contracts/routes.ts";
import type { Language } from "../contracts/language.ts";
import type { Translate } from "../language/translator.ts";
import type { Session } from "../accounts/sessions/Session.ts";
import type { Fragments } from "./fragments.ts";
import type { PageStore } from "./PageStore.ts";
import type { PageMeta, Site, Viewer } from "./payload.ts";
import { addressDependentQueries, type QueryData, type QueryName } from "./queries.ts";

/** What a page reports while the worker renders it. */
export interface PageReport {
  status: number;
  title: string;
  description: string;
  canonical: string | undefined;
  isListed: boolean;
}

export interface Page {
  readonly page: PageName;
  readonly language: Language;
  /** Parameters of the path, as react-router matched them; on the first page as the host did. */
  readonly params: Params;
  /** The query of the address, with its question mark, or an empty string. */
  readonly search: string;
  /** The host's clock when it rendered the first page; relative times start from it. */
  readonly now: string;
  readonly t: Translate;
  readonly site: Site & { readonly name: string };
  /** Head that came with the page; absent after a client navigation. */
  readonly meta?: PageMeta | undefined;
  readonly store: PageStore;
  /** The reader, if they are a member. */
  readonly viewer: Viewer | null;
  readonly report?: PageReport | undefined;
  /** HTML that the worker rendered before; undefined in the browser. */
  readonly fragments?: Fragments | undefined;
  /** Opens the session of this browser; its code is loaded on first use. */
  readonly openSession?: (() => Promise<Session>) | undefined;
}

/** Returns the query of an address, with its question mark, or an empty string. */
export function searchOf(path: string): string {
  const at = path.indexOf("?");
  return at < 0 ? "" : path.slice(at);
}

export const PageContext = createContext<Page | undefined>(undefined);

/** Returns the page that a component is rendered in; throws outside of a page. */
export function usePage(): Page {
  const page = useContext(PageContext);
  if (page === undefined) throw new Error("usePage was called outside a page");
  return page;
}

/** Returns a query's data from the store; throws if the query is not loaded. */
export function usePageData<Name extends QueryName>(
  query: Name,
  params: Params = {},
): QueryData[Name] {
  const page = usePage();
  const search = addressDependentQueries.includes(query) ? page.search : "";
  return page.store.data(query, page.language, params, search);
}
