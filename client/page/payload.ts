/** What the host hands to the first render of a page: the wire's shape, with this side's names for its parts. */
import type { Language } from "../contracts/language.ts";
import type { PageName, Params } from "../contracts/routes.ts";
import type {
  PageMeta,
  PagePayload as WirePayload,
  Site,
  Viewer,
} from "../wire/types.generated.ts";
import type { QueryData, QueryName } from "./queries.ts";

export type { PageMeta, Site, Viewer };

export type Preloaded<Name extends QueryName = QueryName> = {
  [Query in Name]: {
    readonly query: Query;
    readonly params: Params;
    readonly data: QueryData[Query];
  };
}[Name];

/** `url` is path and query as asked for; `now` is the request's own clock, the same for worker and browser. */
export interface PagePayload extends Omit<WirePayload, "meta"> {
  readonly route: PageName;
  readonly language: Language;
  /** Without it the head is made as after a client navigation. */
  readonly meta?: PageMeta | undefined;
  readonly preloaded: readonly Preloaded[];
}
