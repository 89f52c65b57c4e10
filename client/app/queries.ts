/** Loaders of the browser for queries that are not in the payload: from built-in chunks, or from the host. */
import { featuredIds } from "../cultivars/catalogue/featured.ts";
import {
  loadCatalogueIndex,
  loadCultivar,
  loadCultivarNames,
  loadSources,
} from "../contracts/catalogue.ts";
import type { QueryLoaders } from "../page/queries.ts";
import { findJson, getJson } from "../wire/request.ts";

/** Loaded on demand: pages without posts do not include this code. */
const community = () => import("../community/queries.ts");

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
  feed: async (_, __, search) => (await community()).loadFeed(search),
  reviewedCultivar: async (language, _, search) => {
    const query = new URLSearchParams(search);
    const id = query.get("category") === "review" ? query.get("tea_variety") : null;
    return id ? loadCultivar(language, id) : null;
  },
  post: async (_, { id = "" }) => (await community()).loadPost(id),
  comments: async (_, { id = "" }, search) => (await community()).loadComments(id, search),
  myPosts: async (_, __, search) => (await community()).loadMyPosts(search),
  likedPosts: async (_, __, search) => (await community()).loadLikedPosts(search),
  memberPosts: async (_, { id = "" }, search) => (await community()).loadMemberPosts(id, search),
  relatedPosts: async (_, { id = "" }) => (await community()).loadRelatedPosts(id),
};
