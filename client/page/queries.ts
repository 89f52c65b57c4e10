/** Data that pages read, by query names that the route table, the host and the browser share. */
import { commentsFreshMs, postsFreshMs, queriesFreshMs } from "../contracts/limits.generated.ts";
import type { Params } from "../contracts/routes.ts";
import type {
  CatalogueIndex,
  CultivarNames,
  CultivarSummary,
  CultivarView,
  SourceLink,
} from "../contracts/cultivar.ts";
import type { Language } from "../contracts/language.ts";
import type {
  CommentPage,
  CurrentMember,
  Operator,
  PostPage,
  PostView,
  PublicProfile,
} from "../wire/types.generated.ts";

export interface QueryData {
  catalogueIndex: CatalogueIndex;
  cultivarNames: CultivarNames;
  featuredCultivars: readonly CultivarSummary[];
  cultivar: CultivarView | null;
  operator: Operator;
  /** The signed-in member; null while their profile does not exist yet. */
  me: CurrentMember | null;
  /** The public profile of a member; null for an unknown one. */
  member: PublicProfile | null;
  /** All sources of the catalogue. */
  sources: readonly SourceLink[];
  /** Posts that the address selects. */
  feed: PostPage | null;
  /** The cultivar whose reviews the address selects; null for other lists. */
  reviewedCultivar: Pick<CultivarView, "id" | "nameJa" | "nameEn" | "parents"> | null;
  /** Null for a post that never existed. */
  post: PostView | "removed" | null;
  /** The first comments of a post; null when they could not be read. */
  comments: CommentPage | null;
  /** Own posts of the member, and posts that they liked; null for the tab that is not open. */
  myPosts: PostPage | null;
  likedPosts: PostPage | null;
  memberPosts: PostPage | null;
  /** Posts on a cultivar. */
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

/** Queries built into the bundles: never in a payload, and the same on all pages of a language. */
export const builtInQueries: readonly QueryName[] = ["catalogueIndex", "cultivarNames", "sources"];

/** Queries whose data also depends on the query of the address. */
export const addressDependentQueries: readonly QueryName[] = [
  "feed",
  "reviewedCultivar",
  "myPosts",
  "likedPosts",
  "memberPosts",
  "comments",
];

/** How long data that others can change stays fresh. */
export const freshMs: Readonly<Partial<Record<QueryName, number>>> = {
  operator: queriesFreshMs,
  me: queriesFreshMs,
  member: queriesFreshMs,
  post: postsFreshMs,
  comments: commentsFreshMs,
  myPosts: postsFreshMs,
  likedPosts: postsFreshMs,
  memberPosts: postsFreshMs,
  relatedPosts: postsFreshMs,
};
