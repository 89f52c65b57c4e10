/** Payload of the first render of a page: the generated type with the client's own types for route and data. */
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

/** `url` is the requested path and query; `now` is the time of the request, the same for worker and browser. */
export interface PagePayload extends Omit<WirePayload, "meta"> {
  readonly route: PageName;
  readonly language: Language;
  /** Without it the component computes its head, as after a client navigation. */
  readonly meta?: PageMeta | undefined;
  readonly preloaded: readonly Preloaded[];
}
