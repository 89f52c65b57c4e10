/** Unsent comments, kept in this browser across reloads and expired sessions. */

const storageKey = "comment-drafts";
const most = 20;

/** localStorage, or sessionStorage for this tab alone. */
type Place = "localStorage" | "sessionStorage";

/**
 * Returns the name of one member's draft on a post, or of a reply to one comment (`parent`); other
 * members never see the draft.
 */
export function draftName(memberId: string, postId: number, parent?: number): string {
  return `${memberId} ${targetOf(postId, parent)}`;
}

/** Returns the part of a draft's name that names the post, and the comment that is replied to. */
function targetOf(postId: number, parent?: number): string {
  return parent === undefined ? `${postId}` : `${postId}/${parent}`;
}

/**
 * Returns the name of a text that could not be sent because the session had expired; it is shown
 * only in the tab where it was written.
 */
export function unsentName(postId: number, parent?: number): string {
  return `unsent ${targetOf(postId, parent)}`;
}

/** Returns a stored draft; empty without one. */
export function readDraft(name: string, place: Place = "localStorage"): string {
  return new Map(read(place)).get(name) ?? "";
}

/**
 * Returns whether any member has a draft for this post or its comments; it reveals neither text nor
 * author.
 */
export function hasDraft(postId: number): boolean {
  return read("localStorage").some(([name]) => `${name}/`.includes(` ${postId}/`));
}

/**
 * Stores a draft under its name; an empty text removes it. Above the limit the draft that was
 * changed longest ago is removed.
 */
export function storeDraft(name: string, text: string, place: Place = "localStorage"): void {
  const others = read(place).filter(([other]) => other !== name);
  const drafts = text.trim() === "" ? others : [...others, [name, text]];
  try {
    window[place].setItem(storageKey, JSON.stringify(drafts.slice(-most)));
  } catch {
    // Without storage only the open page has the text.
  }
}

type Draft = readonly [name: string, text: string];

/** Returns the stored drafts; an empty list if the storage fails or is invalid. */
function read(place: Place): readonly Draft[] {
  try {
    const found: unknown = JSON.parse(window[place].getItem(storageKey) ?? "[]");
    return Array.isArray(found) ? found.filter(isDraft) : [];
  } catch {
    return [];
  }
}

/** Returns whether a stored value is a pair of a name and a text. */
function isDraft(value: unknown): value is Draft {
  return (
    Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === "string")
  );
}
