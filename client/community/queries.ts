/** Requests for one post or for a part of a list. */
import { feedPageSize, feedPages, profilePageSize } from "../contracts/limits.generated.ts";
import { Refusal } from "../wire/refusal.ts";
import { findJson, getJson } from "../wire/request.ts";
import type { CommentPage, PostPage, PostView } from "../wire/types.generated.ts";

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

/** Loads that many posts of a list with as few requests as the host allows. */
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

/** The number of pages in an address; an invalid number counts as one. */
export function pageOf(query: URLSearchParams): number {
  const page = Number(/^[1-9]\d?$/.exec(query.get("page") ?? "")?.[0] ?? "1");
  return page > maxPages ? 1 : page;
}

function loadList(path: string, search: string): Promise<PostPage> {
  const query = new URLSearchParams(search);
  const count = pageOf(query) * profilePageSize;
  return loadPosts({ path, count, after: query.get("after") });
}

const isLikedOpen = (search: string) => new URLSearchParams(search).get("tab") === "liked";

export async function loadMyPosts(search: string): Promise<PostPage | null> {
  return isLikedOpen(search) ? null : loadList("/api/profiles/me/posts", search);
}

export async function loadLikedPosts(search: string): Promise<PostPage | null> {
  return isLikedOpen(search) ? loadList("/api/profiles/me/liked", search) : null;
}

/** Null for an unknown member: the page shows that itself. */
export function loadMemberPosts(id: string, search: string): Promise<PostPage | null> {
  return loadList(`/api/members/${encodeURIComponent(id)}/posts`, search).catch(nullIfMissing);
}

export function loadRelatedPosts(id: string): Promise<PostPage> {
  return loadPosts({ path: `/api/cultivars/${encodeURIComponent(id)}/posts`, count: relatedShown });
}

export function loadFeed(search: string): Promise<PostPage> {
  const filters = new URLSearchParams(search);
  const count = pageOf(filters) * feedPageSize;
  for (const name of ["page", "new"]) filters.delete(name);
  return loadPosts({ path: "/api/posts", filters, count });
}

/** Null for a post that never existed. */
export function loadPost(id: string | number): Promise<PostView | "removed" | null> {
  return findJson<PostView>(`/api/posts/${encodeURIComponent(id)}`).catch(removedIfGone);
}

/** A failure to read comments does not hide the post. */
export function loadComments(id: string, search: string): Promise<CommentPage | null> {
  const after = new URLSearchParams(search).get("after");
  const from = after === null ? "" : `?after=${encodeURIComponent(after)}`;
  const path = `/api/posts/${encodeURIComponent(id)}/comments${from}`;
  return getJson<CommentPage>(path).catch(() => null);
}

function nullIfMissing(error: unknown): null {
  if (error instanceof Refusal && error.status === 404) return null;
  throw error;
}

function removedIfGone(error: unknown): "removed" {
  if (error instanceof Refusal && error.status === 410) return "removed";
  throw error;
}
