/** Requests for the comments of a post, from the beginning or from a cursor. */
import { getJson } from "../../wire/request.ts";
import type { CommentPage } from "../../wire/types.generated.ts";

/** The host's largest page. */
export const maxPageSize = 50;

export async function fetchComments(
  postId: number,
  count: number,
  after: string | null = null,
): Promise<CommentPage> {
  const query = new URLSearchParams({ limit: String(Math.min(count, maxPageSize)) });
  if (after !== null) query.set("after", after);
  const page = await getJson<CommentPage>(`/api/posts/${postId}/comments?${query}`);
  const left = count - page.comments.length;
  if (left <= 0 || page.next === null || page.comments.length === 0) return page;
  const rest = await fetchComments(postId, left, page.next);
  return { ...rest, comments: [...page.comments, ...rest.comments] };
}
