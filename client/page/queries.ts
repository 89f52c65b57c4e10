/** The data that pages read, by the name that the route table, the host and the browser share. */
import type { Params } from "../contracts/routes.ts";
import type {
  CatalogueIndex,
  CultivarNames,
  CultivarSummary,
  CultivarView,
  SourceView,
} from "../contracts/cultivar.ts";
import type { Language } from "../contracts/language.ts";
import type { CurrentMember, Operator, PublicProfile } from "../wire/types.generated.ts";

/** `catalogueIndex` and `cultivarNames` are built into the bundles and never travel in a page. */
export interface QueryData {
  catalogueIndex: CatalogueIndex;
  cultivarNames: CultivarNames;
  featuredCultivars: readonly CultivarSummary[];
  cultivar: CultivarView | null;
  operator: Operator;
  /** The member who reads; null while their profile does not exist yet. */
  me: CurrentMember | null;
  /** What everybody may see of a member; null when there is none. */
  member: PublicProfile | null;
  /** Everything that the catalogue rests on; built in as well. */
  sources: readonly SourceView[];
}

export type QueryName = keyof QueryData;

export type QueryLoaders = {
  readonly [Name in QueryName]: (language: Language, params: Params) => Promise<QueryData[Name]>;
};
