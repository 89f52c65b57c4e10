/** Where the reader is: the page, its language, words and data, handed to every component below. */
import { createContext, useContext } from "react";
import type { PageName, Params } from "../contracts/routes.ts";
import type { Language } from "../contracts/language.ts";
import type { Translate } from "../language/translator.ts";
import type { Session } from "../accounts/sessions/Session.ts";
import type { Fragments } from "./fragments.ts";
import type { PageStore } from "./PageStore.ts";
import type { Card, Site, Viewer } from "./payload.ts";
import { addressed, type QueryData, type QueryName } from "./queries.ts";

/** What a page says of itself while it renders on the server; the browser has no use for it. */
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
  readonly params: Params;
  /** Path and query of the address. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** The host's clock when it drew the first page: what is told of ages begins with it. */
  readonly now: string;
  readonly t: Translate;
  readonly site: Site & { readonly name: string };
  readonly card?: Card | undefined;
  readonly store: PageStore;
  /** Who reads: a member, or nobody whom the host knows. */
  readonly viewer: Viewer | null;
  readonly report?: PageReport | undefined;
  /** What the worker has drawn before; no browser has one. */
  readonly fragments?: Fragments | undefined;
  /** Moves to another page in place of this one; only where there is a browser. */
  readonly go?: ((path: string) => void) | undefined;
  /** The session of this browser, fetched when it is first asked for. */
  readonly openSession?: (() => Promise<Session>) | undefined;
}

/** The query of an address, with its question mark, or nothing. */
export function searchOf(path: string): string {
  const at = path.indexOf("?");
  return at < 0 ? "" : path.slice(at);
}

export const PageContext = createContext<Page | undefined>(undefined);

export function usePage(): Page {
  const page = useContext(PageContext);
  if (page === undefined) throw new Error("a component was drawn outside a page");
  return page;
}

export function usePageData<Name extends QueryName>(
  query: Name,
  params: Params = {},
): QueryData[Name] {
  const page = usePage();
  const search = addressed.includes(query) ? searchOf(page.path) : "";
  return page.store.data(query, page.language, params, search);
}
