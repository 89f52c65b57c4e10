/** The data that pages read, by the name that the route table, the host and the browser share. */
import type { Params } from "../contracts/routes.ts";
import type {
  CatalogueIndex,
  CultivarSummary,
  CultivarView,
  SourceView,
} from "../contracts/cultivar.ts";
import type { Language } from "../contracts/language.ts";
import type { Operator } from "../wire/types.generated.ts";

/** `catalogueIndex` is built into the bundles and never travels in a page. */
export interface QueryData {
  catalogueIndex: CatalogueIndex;
  featuredCultivars: readonly CultivarSummary[];
  cultivar: CultivarView | null;
  operator: Operator;
  /** Everything that the catalogue rests on; built in as well. */
  sources: readonly SourceView[];
}

export type QueryName = keyof QueryData;

export type QueryLoaders = {
  readonly [Name in QueryName]: (language: Language, params: Params) => Promise<QueryData[Name]>;
};
