/** Requests for one post or for a part of a list. */
import { feedPageSize, feedPages, profilePageSize } from "../contracts/limits.generated.ts";
import { Refusal } from "../wire/refusal.ts";
import { findJson, getJson } from "../wire/request.ts";
import type {
  CollectionList,
  CommentPage,
  FoundInCommunity,
  MemberPage,
  PostCounts,
  PostPage,
  PostView,
  ReportedThing,
  SharedThings,
} from "../wire/types.generated.ts";

/** The host's largest page. */
const maxPageSize = 50;
/** The largest number of pages in one address. */
export const maxPages = feedPages;

const relatedShown = 3;

export interface ListRequest {
  /** The list's API address. */
  readonly path: string;
  readonly filters?: URLSearchParams;
  readonly count: number;
  /** Cursor; from the beginning without it. */
  readonly after?: string | null;
}

/**
 * Loads the first `count` posts of a list, or those after a cursor, with as few requests as the
 * host allows: each returns at most 50.
 */
export async function loadPosts({ path, filters, count, after }: ListRequest): Promise<PostPage> {
  const query = new URLSearchParams(filters);
  query.set("limit", String(Math.min(count, maxPageSize)));
  if (after) query.set("after", after);
  const page = await getJson<PostPage>(`${path}?${query}`);
  const left = count - page.posts.length;
  if (left <= 0 || page.next === null || page.posts.length === 0) return page;
  const rest = await loadPosts({
    path,
    ...(filters && { filters }),
    count: left,
    after: page.next,
  });
  return { ...rest, posts: [...page.posts, ...rest.posts] };
}

/** Returns the number of pages that an address requests; 1 for an invalid or too large number. */
export function pageOf(query: URLSearchParams): number {
  const page = Number(/^[1-9]\d?$/.exec(query.get("page") ?? "")?.[0] ?? "1");
  return page > maxPages ? 1 : page;
}

/** Loads as many posts of a member's list as the address requests. */
function loadList(path: string, search: string): Promise<PostPage> {
  const query = new URLSearchParams(search);
  const count = pageOf(query) * profilePageSize;
  return loadPosts({ path, count, after: query.get("after") });
}

type Mark = "liked" | "saved";

/** Returns the tab that the query of an address names; null without one. */
const tabOf = (search: string) => new URLSearchParams(search).get("tab");

/** Loads the member's own posts; null while another tab is open. */
export async function loadMyPosts(search: string): Promise<PostPage | null> {
  const tab = tabOf(search);
  if (tab === "liked" || tab === "saved") return null;
  return loadList("/api/profiles/me/posts", search);
}

/** Loads the liked or saved posts; null while another tab is open. */
export async function loadMarkedPosts(mark: Mark, search: string): Promise<PostPage | null> {
  return tabOf(search) === mark ? loadList(`/api/profiles/me/${mark}`, search) : null;
}

/** Loads the posts of a member; null for an unknown member, about whom the page informs. */
export function loadMemberPosts(id: string, search: string): Promise<PostPage | null> {
  return loadList(`/api/members/${encodeURIComponent(id)}/posts`, search).catch(nullIfMissing);
}

/** Loads the member's collections; null unless the tab of saved posts is open. */
export async function loadCollections(search: string): Promise<CollectionList | null> {
  return tabOf(search) === "saved" ? getJson("/api/account/collections") : null;
}

/** Loads the posts of a collection; null for one that the reader may not open. */
export function loadCollectionPosts(id: string, search: string): Promise<PostPage | null> {
  return loadList(`/api/collections/${encodeURIComponent(id)}/posts`, search).catch(nullIfMissing);
}

/** Loads the three newest posts about a cultivar, for its page. */
export function loadRelatedPosts(id: string): Promise<PostPage> {
  return loadPosts({ path: `/api/cultivars/${encodeURIComponent(id)}/posts`, count: relatedShown });
}

/**
 * Loads the feed of an address: its filters, and with `page=3` the first three pages as one list.
 * `new` (id of the reader's own new post) is for the page only.
 */
export function loadFeed(search: string): Promise<PostPage> {
  const filters = new URLSearchParams(search);
  const count = pageOf(filters) * feedPageSize;
  for (const name of ["page", "new"]) filters.delete(name);
  return loadPosts({ path: "/api/posts", filters, count });
}

/** Loads a post; "removed" for a deleted one, null for one that never existed. */
export function loadPost(id: string | number): Promise<PostView | "removed" | null> {
  return findJson<PostView>(`/api/posts/${encodeURIComponent(id)}`).catch(removedIfGone);
}

/**
 * Loads the comments of a post, from the address's cursor; null after a failure, which does not
 * hide the post.
 */
export function loadComments(id: string, search: string): Promise<CommentPage | null> {
  const after = new URLSearchParams(search).get("after");
  const from = after === null ? "" : `?after=${encodeURIComponent(after)}`;
  const path = `/api/posts/${encodeURIComponent(id)}/comments${from}`;
  return getJson<CommentPage>(path).catch(() => null);
}

/** Requests `count` comments of a post, from the beginning or after a cursor. */
export async function fetchComments(
  postId: number,
  count: number,
  after: string | null,
): Promise<CommentPage> {
  const query = new URLSearchParams({ limit: String(Math.min(count, maxPageSize)) });
  if (after !== null) query.set("after", after);
  const page = await getJson<CommentPage>(`/api/posts/${postId}/comments?${query}`);
  const left = count - page.comments.length;
  if (left <= 0 || page.next === null || page.comments.length === 0) return page;
  const rest = await fetchComments(postId, left, page.next);
  return { ...rest, comments: [...page.comments, ...rest.comments] };
}

/** Returns null for a 404; throws other errors again. */
function nullIfMissing(error: unknown): null {
  if (error instanceof Refusal && error.status === 404) return null;
  throw error;
}

/** Returns "removed" for a 410; throws other errors again. */
function removedIfGone(error: unknown): "removed" {
  if (error instanceof Refusal && error.status === 410) return "removed";
  throw error;
}

/**
 * Requests data that a page can do without, without retries; null for any refusal and without a
 * connection.
 */
async function readOptional<Answer>(path: string): Promise<Answer | null> {
  try {
    return await getJson<Answer>(path, 0);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/**
 * Loads the posts and members that match the address's search; null when the host cannot search
 * now.
 */
export const loadFound = (search: string): Promise<FoundInCommunity | null> => {
  const q = new URLSearchParams(search).get("q") ?? "";
  return readOptional(`/api/search?${new URLSearchParams({ q })}`);
};

/** Loads members by name, from the address's query; null when the host cannot search now. */
export const loadMembers = (search: string): Promise<MemberPage | null> =>
  readOptional(`/api/search/profiles${search}`);

/**
 * Loads what a member shares, such as collections; null for an unknown member, and when the host
 * cannot read it now.
 */
export const loadShared = (id: string): Promise<SharedThings | null> =>
  readOptional(`/api/members/${encodeURIComponent(id)}/shared`);

/** Loads the newest posts for the home page; null when the host cannot list them now. */
export const loadNewest = (): Promise<PostPage | null> =>
  readOptional(`/api/posts?limit=${relatedShown}`);

/** Loads the number of posts about each cultivar; null when the host cannot count now. */
export const countByCultivar = (): Promise<PostCounts | null> =>
  readOptional("/api/cultivars/posts");

/** Loads the post, comment or member that the address reports; null for an unknown one. */
export async function loadReported(search: string): Promise<ReportedThing | null> {
  const subject = new URLSearchParams(search).get("subject") ?? "-";
  return findJson(`/api/reports/${encodeURIComponent(subject)}`);
}
