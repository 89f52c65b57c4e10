/** What the browser asks the host about posts: one of them, or as many of a list as a page shows. */
import { feedPageSize, feedPages, profilePageSize } from "../contracts/limits.ts";
import { Refusal } from "../wire/refusal.ts";
import { findJson, getJson } from "../wire/request.ts";
import type { CommentPage, PostPage, PostView } from "../wire/types.generated.ts";

/** The most that the host gives at once. */
const mostAtOnce = 50;
/** The most pages of a list that one address shows. */
export const mostPages = feedPages;

const relatedShown = 3;

export interface Wanted {
  /** The list's address at the host. */
  readonly path: string;
  readonly asked?: URLSearchParams;
  readonly count: number;
  /** Where to go on; from the beginning without it. */
  readonly after?: string | null;
}

/** That many posts of a list, in as few questions as the host allows. */
export async function loadPosts({ path, asked, count, after }: Wanted): Promise<PostPage> {
  const query = new URLSearchParams(asked);
  query.set("limit", String(Math.min(count, mostAtOnce)));
  if (after) query.set("after", after);
  const page = await getJson<PostPage>(`${path}?${query}`);
  const left = count - page.posts.length;
  if (left <= 0 || page.next === null || page.posts.length === 0) return page;
  const rest = await loadPosts({ path, ...(asked && { asked }), count: left, after: page.next });
  return { ...rest, posts: [...page.posts, ...rest.posts] };
}

/** How many pages an address asks for; what is no such number counts as one. */
export function pageOf(query: URLSearchParams): number {
  const page = Number(/^[1-9]\d?$/.exec(query.get("page") ?? "")?.[0] ?? "1");
  return page > mostPages ? 1 : page;
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

/** Null where there is no such member: their page says so by itself. */
export function loadMemberPosts(id: string, search: string): Promise<PostPage | null> {
  return loadList(`/api/members/${encodeURIComponent(id)}/posts`, search).catch(nullIfMissing);
}

export function loadRelatedPosts(id: string): Promise<PostPage> {
  return loadPosts({ path: `/api/cultivars/${encodeURIComponent(id)}/posts`, count: relatedShown });
}

export function loadFeed(search: string): Promise<PostPage> {
  const asked = new URLSearchParams(search);
  const count = pageOf(asked) * feedPageSize;
  for (const name of ["page", "new"]) asked.delete(name);
  return loadPosts({ path: "/api/posts", asked, count });
}

/** Null when there never was such a post. */
export function loadPost(id: string | number): Promise<PostView | "removed" | null> {
  return findJson<PostView>(`/api/posts/${encodeURIComponent(id)}`).catch(removedIfGone);
}

/** Comments that can't be had keep nobody from the post. */
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
