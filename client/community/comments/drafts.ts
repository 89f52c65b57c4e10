/** Comments that were begun and not sent, kept in this browser: a reload and a lost session do not cost them. */

const storageKey = "comment-drafts";
const most = 20;

/** In this browser, or in this tab alone. */
type Place = "localStorage" | "sessionStorage";

/** One member's on one post: nobody else at the same machine is shown them. */
export function draftName(memberId: string, postId: number): string {
  return `${memberId} ${postId}`;
}

/** What a lost session kept from being sent: the tab in which it was written shows it to whoever looks at it. */
export function unsentName(postId: number): string {
  return `unsent ${postId}`;
}

export function readDraft(name: string, place: Place = "localStorage"): string {
  return new Map(read(place)).get(name) ?? "";
}

/** Whether anybody's words on this post wait here: not what they are, nor whose. */
export function hasDraft(postId: number): boolean {
  return read("localStorage").some(([name]) => name.endsWith(` ${postId}`));
}

/** An empty text is none. Of many drafts the oldest makes way. */
export function keepDraft(name: string, text: string, place: Place = "localStorage"): void {
  const others = read(place).filter(([other]) => other !== name);
  const drafts = text.trim() === "" ? others : [...others, [name, text]];
  try {
    window[place].setItem(storageKey, JSON.stringify(drafts.slice(-most)));
  } catch {
    // Where storage is full or forbidden the text stands in the page alone.
  }
}

type Draft = readonly [name: string, text: string];

function read(place: Place): readonly Draft[] {
  try {
    const found: unknown = JSON.parse(window[place].getItem(storageKey) ?? "[]");
    return Array.isArray(found) ? found.filter(isDraft) : [];
  } catch {
    return [];
  }
}

function isDraft(value: unknown): value is Draft {
  return (
    Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === "string")
  );
}
