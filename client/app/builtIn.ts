/** Loaders of the queries that are built into the bundles, for worker and browser. */
import {
  loadCatalogueIndex,
  loadConflicts,
  loadCultivarNames,
  loadGenealogy,
  loadSiteIndex,
  loadSources,
  loadUnconfirmedNames,
} from "../contracts/catalogue.ts";
import type { BuiltInQuery, QueryLoaders } from "../page/queries.ts";

export const builtInLoaders: Pick<QueryLoaders, BuiltInQuery> = {
  catalogueIndex: loadCatalogueIndex,
  conflicts: loadConflicts,
  cultivarNames: loadCultivarNames,
  sources: loadSources,
  genealogy: loadGenealogy,
  findEntries: async () => (await import("../cultivars/search/findEntries.ts")).findEntries,
  siteIndex: loadSiteIndex,
  unconfirmedNames: loadUnconfirmedNames,
};
