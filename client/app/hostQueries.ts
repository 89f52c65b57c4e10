/** Loaders of the browser for queries that are not in the payload: from built-in chunks, or from the host. */
import { featuredIds } from "../cultivars/catalogue/featured.ts";
import { loadCatalogueIndex, loadCultivarNames } from "../contracts/catalogue.ts";
import type { Language } from "../contracts/language.ts";
import { builtInLoaders } from "./builtIn.ts";
import type { QueryLoaders } from "../page/queries.ts";
import { findJson, getJson } from "../wire/request.ts";

/** Loads the queries of posts when they are used: pages without posts do not include this code. */
const community = () => import("../community/queries.ts");
const overviews = () => import("../contracts/overview/loaders.ts");
const maps = () => import("../explore/map/load.ts");
const lineages = () => import("../contracts/lineageLoaders.ts");

/** Loads a cultivar; the table of its chunks' addresses is large, so it is loaded on first use. */
const loadCultivar = async (language: Language, id: string) =>
  (await import("../contracts/cultivarChunks.ts")).loadCultivar(language, id);

export const queries: QueryLoaders = {
  ...builtInLoaders,
  cultivar: (language, { id = "" }) => loadCultivar(language, id),
  observations: async (language, { id = "" }) =>
    (await import("../contracts/observationChunks.ts")).loadObservations(language, id),
  pair: async (language, { a = "", b = "" }) => {
    const names = await loadCultivarNames(language);
    return a in names && b in names ? { a, b } : null;
  },
  compared: async (language, _, search) =>
    (await import("../cultivars/comparison/load.ts")).loadCompared(language, search),
  lineage: async (language, { code = "" }) => (await lineages()).loadLineage(language, code),
  lineages: async (language) => (await lineages()).loadLineages(language),
  timeline: async (language) => (await overviews()).loadTimeline(language),
  breeders: async (language) => (await overviews()).loadBreeders(language),
  breeder: async (language, { id = "" }) => (await overviews()).loadBreeder(language, id),
  calendar: async (language) => (await overviews()).loadCalendar(language),
  map: async (language) => (await maps()).loadMap(language),
  prefecture: async (language, { id = "" }) => (await maps()).loadPrefecture(language, id),
  pedigree: async (language) => (await overviews()).loadPedigree(language),
  statistics: async (language) => (await overviews()).loadStatistics(language),
  featuredCultivars: async (language) => {
    const { cultivars } = await loadCatalogueIndex(language);
    return featuredIds.flatMap((id) => cultivars.find((cultivar) => cultivar.id === id) ?? []);
  },
  operator: () => getJson("/api/operator"),
  me: () => findJson("/api/profiles/me"),
  member: (_, { id = "" }) => findJson(`/api/profiles/${encodeURIComponent(id)}`),
  newestPosts: async () => (await community()).loadNewest(),
  found: async (_, __, search) => (await community()).loadFound(search),
  feed: async (_, __, search) => (await community()).loadFeed(search),
  reviewedCultivar: async (language, _, search) => {
    const query = new URLSearchParams(search);
    const id = query.get("category") === "review" ? query.get("tea_variety") : null;
    return id ? loadCultivar(language, id) : null;
  },
  post: async (_, { id = "" }) => (await community()).loadPost(id),
  comments: async (_, { id = "" }, search) => (await community()).loadComments(id, search),
  myPosts: async (_, __, search) => (await community()).loadMyPosts(search),
  likedPosts: async (_, __, search) => (await community()).loadMarkedPosts("liked", search),
  savedPosts: async (_, __, search) => (await community()).loadMarkedPosts("saved", search),
  memberPosts: async (_, { id = "" }, search) => (await community()).loadMemberPosts(id, search),
  collections: async (_, __, search) => (await community()).loadCollections(search),
  collection: (_, { id = "" }) => findJson(`/api/collections/${encodeURIComponent(id)}`),
  collectionPosts: async (_, { id = "" }, search) =>
    (await community()).loadCollectionPosts(id, search),
  sharing: () => getJson("/api/account/sharing"),
  shared: async (_, { id = "" }) => (await community()).loadShared(id),
  membersFound: async (_, __, search) => (await community()).loadMembers(search),
  reported: async (_, __, search) => (await community()).loadReported(search),
  suspension: () => findJson("/api/suspension"),
  follows: (_, __, search) => getJson(`/api/account/follows${search}`),
  hidden: (_, __, search) => getJson(`/api/account/hidden${search}`),
  decisions: () => getJson("/api/profiles/me/decisions"),
  cases: (_, __, search) => findJson(`/api/moderation/cases${search}`),
  notifications: () => getJson("/api/notifications"),
  notificationSettings: () => getJson("/api/account/notifications"),
  appeals: () => findJson("/api/moderation/appeals"),
  roles: () => findJson("/api/moderation/roles"),
  logEntries: async (_, __, search) =>
    (await import("../community/reports/loadLogEntries.ts")).loadLogEntries(search),
  moderationLog: () => getJson("/api/moderation/log"),
  postsByCultivar: async () => (await community()).countByCultivar(),
  relatedPosts: async (_, { id = "" }) => (await community()).loadRelatedPosts(id),
};
