/** Comments that were begun and not sent, kept in this browser: a reload and a lost session do not cost them. */

const storageKey = "comment-drafts";
const most = 20;

/** One member's on one post: nobody else at the same machine is shown them. */
export function draftName(memberId: string, postId: number): string {
  return `${memberId} ${postId}`;
}

export function readDraft(name: string): string {
  return new Map(read()).get(name) ?? "";
}

/** An empty text is none. Of many drafts the oldest makes way. */
export function keepDraft(name: string, text: string): void {
  const others = read().filter(([other]) => other !== name);
  const drafts = text.trim() === "" ? others : [...others, [name, text]];
  try {
    localStorage.setItem(storageKey, JSON.stringify(drafts.slice(-most)));
  } catch {
    // Where storage is full or forbidden the text stands in the page alone.
  }
}

type Draft = readonly [name: string, text: string];

function read(): readonly Draft[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "[]");
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
