/** Data that pages read, by query names that the route table, the host and the browser share. */
import { commentsFreshMs, postsFreshMs, queriesFreshMs } from "../contracts/limits.generated.ts";
import type { PageName, Params } from "../contracts/routes.ts";
import type {
  CatalogueIndex,
  ComparedRecord,
  CultivarNames,
  CultivarSummary,
  CultivarView,
  Pair,
  ReviewedCultivar,
  SourceLink,
} from "../contracts/cultivar.ts";
import type { ConflictsView } from "../contracts/conflicts.ts";
import type { Genealogy } from "../contracts/genealogy.ts";
import type { FindEntries, SiteIndex } from "../contracts/search.ts";
import type { UnconfirmedName } from "../contracts/unconfirmed.ts";
import type { Language } from "../contracts/language.ts";
import type { ObservationsView } from "../contracts/observations.ts";
import type { Breeder, Breeders, Statistics, Timeline } from "../contracts/overview/overview.ts";
import type { Calendar } from "../contracts/overview/calendar.ts";
import type { WholePedigree } from "../contracts/overview/pedigree.ts";
import type { MapPageData, PrefecturePageData } from "../contracts/overview/map.ts";
import type { LineagePageData, LineageSummary } from "../contracts/lineage.ts";
import type {
  AppealList,
  CaseList,
  CollectionList,
  CollectionView,
  CommentPage,
  CurrentMember,
  DecisionCount,
  NotificationList,
  NotificationSettings,
  FoundInCommunity,
  FollowList,
  HiddenList,
  LogPage,
  MemberPage,
  RoleList,
  Operator,
  PostCounts,
  PostPage,
  PostView,
  PublicProfile,
  ReportedThing,
  OwnDecision,
  SuspensionView,
  SharedThings,
  Sharing,
} from "../wire/types.generated.ts";

export interface QueryData {
  catalogueIndex: CatalogueIndex;
  cultivarNames: CultivarNames;
  featuredCultivars: readonly CultivarSummary[];
  cultivar: CultivarView | null;
  /** What sources observed on a cultivar; the payload of the browser leaves it out. */
  observations: ObservationsView | null;
  /** The two records of a comparison of kinship; null when one is unknown. */
  pair: Pair | null;
  /** The records that the address compares; the payload of the browser leaves them out. */
  compared: readonly ComparedRecord[];
  genealogy: Genealogy;
  findEntries: FindEntries;
  /** The page of a lineage group; null for an unknown code. */
  lineage: LineagePageData | null;
  lineages: readonly LineageSummary[];
  /** Figures of the catalogue; the payload of the browser leaves them out. */
  statistics: Statistics;
  /** Registrations by year. */
  timeline: Timeline;
  breeders: Breeders;
  /** The page of an institute; null for an unknown one. */
  breeder: Breeder | null;
  /** The map of prefectures with the number of posts; the payload of the browser leaves it out. */
  map: MapPageData;
  /** Bud break and picking by place; the payload of the browser leaves it out. */
  calendar: Calendar;
  pedigree: WholePedigree;
  /** The page of a prefecture; null where there is nothing to show. */
  prefecture: PrefecturePageData | null;
  operator: Operator;
  /** The signed-in member; null while their profile does not exist yet. */
  me: CurrentMember | null;
  /** The public profile of a member; null for an unknown one. */
  member: PublicProfile | null;
  /** All sources of the catalogue. */
  sources: readonly SourceLink[];
  /** All disagreements of sources. */
  conflicts: ConflictsView;
  siteIndex: SiteIndex;
  /** Numbers of posts about cultivars; null when they could not be counted. */
  postsByCultivar: PostCounts | null;
  /** Posts and members that the address searches for; null when they could not be searched. */
  found: FoundInCommunity | null;
  /** Names without a record. */
  unconfirmedNames: readonly UnconfirmedName[];
  /** For the home page; null when they could not be read. */
  newestPosts: PostPage | null;
  /** Posts that the address selects. */
  feed: PostPage | null;
  /** The cultivar whose reviews the address selects; null for other lists. */
  reviewedCultivar: ReviewedCultivar | null;
  /** Null for a post that never existed. */
  post: PostView | "removed" | null;
  /** The first comments of a post; null when they could not be read. */
  comments: CommentPage | null;
  /** Own posts of the member, and posts that they liked or saved; null for the tab that is not open. */
  myPosts: PostPage | null;
  likedPosts: PostPage | null;
  savedPosts: PostPage | null;
  memberPosts: PostPage | null;
  /** The member's collections; null for the tabs that do not show them. */
  collections: CollectionList | null;
  /** Null for an unknown collection, and for one that the reader may not open. */
  collection: CollectionView | null;
  collectionPosts: PostPage | null;
  /** What the member chose to share; null for visitors. */
  sharing: Sharing | null;
  /** What a member shares on their page; null for an unknown one, and when it could not be read. */
  shared: SharedThings | null;
  /** Members whose names the address searches; null when they could not be searched. */
  membersFound: MemberPage | null;
  /** The thing that the address reports; null if it does not exist. */
  reported: ReportedThing | null;
  /** Null for all but a suspended member. */
  suspension: SuspensionView | null;
  /** What the member follows; null for visitors. */
  follows: FollowList | null;
  /** What the member mutes and blocks; null for visitors. */
  hidden: HiddenList | null;
  decisions: readonly OwnDecision[] | null;
  /** Open cases of moderators; null for everybody else. */
  cases: CaseList | null;
  /** Open appeals; null for readers without a role. */
  appeals: AppealList | null;
  moderationLog: readonly DecisionCount[];
  /** Members with a role; null for all but administrators. */
  roles: RoleList | null;
  /** The complete log; null for readers without a role. */
  logEntries: LogPage | null;
  /** Null when they could not be read. */
  notifications: NotificationList | null;
  /** Which notifications the member chose; null for visitors. */
  notificationSettings: NotificationSettings | null;
  /** Newest posts about a cultivar; null for an unknown one. */
  relatedPosts: PostPage | null;
}

export type QueryName = keyof QueryData;

export type QueryLoaders = {
  readonly [Name in QueryName]: (
    language: Language,
    params: Params,
    search: string,
  ) => Promise<QueryData[Name]>;
};

/** Loads the data of one query. */
export type LoadQuery = <Name extends QueryName>(
  name: Name,
  language: Language,
  params: Params,
  search: string,
) => Promise<QueryData[Name]>;

/** Queries built into the bundles: never in a payload, and the same on all pages of a language. */
export const builtInQueries = [
  "catalogueIndex",
  "cultivarNames",
  "sources",
  "conflicts",
  "genealogy",
  "findEntries",
  "siteIndex",
  "unconfirmedNames",
] as const satisfies readonly QueryName[];
export type BuiltInQuery = (typeof builtInQueries)[number];

/** Returns whether the data of a query is part of the bundles, and thus in no payload. */
export function isBuiltIn(name: QueryName): name is BuiltInQuery {
  const names: readonly QueryName[] = builtInQueries;
  return names.includes(name);
}

/**
 * Returns the queries that the list of cultivars needs only when its address has a search, or
 * orders by the number of posts.
 */
export function queriesOfList(page: PageName, search: string): readonly QueryName[] {
  if (page !== "cultivars") return [];
  const searched = /[?&]search=[^&]/.test(search) ? (["findEntries"] as const) : [];
  const written = /[?&]sort=written(?:&|$)/.test(search) ? (["postsByCultivar"] as const) : [];
  return [...searched, ...written];
}

/** Returns false where a page that has a server part does not show it: the list as cards. */
export function mayShowServerPart(page: PageName, search = ""): boolean {
  return page !== "cultivars" || /[?&]view=[^&]/.test(search);
}

/** Queries whose data also depends on the query of the address. */
export const addressDependentQueries: readonly QueryName[] = [
  "appeals",
  "cases",
  "compared",
  "feed",
  "found",
  "follows",
  "hidden",
  "reviewedCultivar",
  "myPosts",
  "likedPosts",
  "savedPosts",
  "memberPosts",
  "collections",
  "collectionPosts",
  "membersFound",
  "comments",
  "reported",
  "suspension",
  "logEntries",
];

/** How long data that others can change stays fresh. */
export const freshMs: Readonly<Partial<Record<QueryName, number>>> = {
  operator: queriesFreshMs,
  me: queriesFreshMs,
  member: queriesFreshMs,
  post: postsFreshMs,
  comments: commentsFreshMs,
  found: postsFreshMs,
  newestPosts: postsFreshMs,
  map: postsFreshMs,
  postsByCultivar: postsFreshMs,
  prefecture: postsFreshMs,
  myPosts: postsFreshMs,
  likedPosts: postsFreshMs,
  savedPosts: postsFreshMs,
  memberPosts: postsFreshMs,
  collections: postsFreshMs,
  collection: postsFreshMs,
  shared: postsFreshMs,
  membersFound: postsFreshMs,
  collectionPosts: postsFreshMs,
  relatedPosts: postsFreshMs,
  decisions: postsFreshMs,
};
