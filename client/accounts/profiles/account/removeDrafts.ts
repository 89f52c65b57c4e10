/**
 * Removes what a member who leaves wrote in this browser and did not send: nobody can see it again. It knows the keys
 * of drafts, so that this page does not load the code that stores them.
 */

/** Lists of pairs, whose first part begins with the member's id. */
type ListKey = "comment-drafts" | "comment-keys";

/** Removes a member's drafts of posts, comments and the profile; other members' stay. */
export function removeDrafts(memberId: string): void {
  try {
    sessionStorage.removeItem(`profile-draft:${memberId}`);
    const keys = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? "");
    for (const key of keys)
      if (`${key}:`.startsWith(`post-draft:${memberId}:`)) localStorage.removeItem(key);
    removeFromList("comment-drafts", memberId);
    removeFromList("comment-keys", memberId);
  } catch {
    // Without storage there are no drafts; an invalid list is overwritten by the next comment.
  }
}

/** Removes a member's pairs from a stored list. */
function removeFromList(key: ListKey, memberId: string): void {
  const found: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
  if (!Array.isArray(found)) return;
  const others = found.filter((pair) => !`${pair}`.startsWith(`${memberId} `));
  if (others.length < found.length) localStorage.setItem(key, JSON.stringify(others));
}
