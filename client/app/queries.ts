/** How the browser gets the data of a query when the host did not send it along: built-in chunks, or the host. */
import { featuredIds } from "../catalogue/featured.ts";
import {
  loadCatalogueIndex,
  loadCultivar,
  loadCultivarNames,
  loadSources,
} from "../contracts/catalogue.ts";
import type { QueryLoaders } from "../page/queries.ts";
import { findJson, getJson } from "../wire/request.ts";

export const queries: QueryLoaders = {
  catalogueIndex: loadCatalogueIndex,
  cultivarNames: loadCultivarNames,
  cultivar: (language, params) => loadCultivar(language, params.id ?? ""),
  featuredCultivars: async (language) => {
    const { cultivars } = await loadCatalogueIndex(language);
    return featuredIds.flatMap((id) => cultivars.find((cultivar) => cultivar.id === id) ?? []);
  },
  sources: loadSources,
  operator: () => getJson("/api/operator"),
  me: () => findJson("/api/profiles/me"),
  member: (_, { id = "" }) => findJson(`/api/profiles/${encodeURIComponent(id)}`),
};
