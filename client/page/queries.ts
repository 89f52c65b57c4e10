/** The data that pages read, by the name that the route table, the host and the browser share. */
import { commentsFreshMs, postsFreshMs, queriesFreshMs } from "../contracts/limits.generated.ts";
import type { Params } from "../contracts/routes.ts";
import type {
  CatalogueIndex,
  CultivarNames,
  CultivarSummary,
  CultivarView,
  SourceView,
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
  /** The member who reads; null while their profile does not exist yet. */
  me: CurrentMember | null;
  /** What everybody may see of a member; null when there is none. */
  member: PublicProfile | null;
  /** Everything that the catalogue rests on. */
  sources: readonly SourceView[];
  /** The community's posts as the address asks for them. */
  feed: PostPage | null;
  /** Null when there never was such a post. */
  post: PostView | "removed" | null;
  /** A post's first comments; null while they can't be had, which keeps nobody from the post. */
  comments: CommentPage | null;
  /** A member's own posts, and those that they liked: of both tabs only the open one's is asked for. */
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

/** Built into the bundles: they never travel in a page, and are the same on all of a language. */
export const builtIn: readonly QueryName[] = ["catalogueIndex", "cultivarNames", "sources"];

/** What these hold depends on the query of the address as well. */
export const addressed: readonly QueryName[] = [
  "feed",
  "myPosts",
  "likedPosts",
  "memberPosts",
  "comments",
];

/** What other people change: how long it may be shown without asking again. */
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
