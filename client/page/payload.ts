/** What the host hands to the first render of a page, in the worker and in the browser alike. */
import type { PageName, Params } from "../contracts/routes.ts";
import type { Language } from "../contracts/language.ts";
import type { QueryData, QueryName } from "./queries.ts";

export interface Site {
  /** The site's name in each language, from the operator's configuration. */
  readonly names: Readonly<Record<Language, string>>;
  readonly origin: string;
  readonly social: readonly { readonly label: string; readonly url: string }[];
}

export type Preloaded<Name extends QueryName = QueryName> = {
  [Query in Name]: {
    readonly query: Query;
    readonly params: Params;
    readonly data: QueryData[Query];
  };
}[Name];

export interface PagePayload {
  readonly route: PageName;
  readonly language: Language;
  /** Path and query as asked for. */
  readonly url: string;
  readonly params: Params;
  readonly status: number;
  /** The request's own clock, so that server and browser print the same on the first render. */
  readonly now: string;
  readonly viewer: null;
  readonly site: Site;
  readonly preloaded: readonly Preloaded[];
}
