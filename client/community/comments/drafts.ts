/** Unsent comments and edits, kept in this browser across reloads and expired sessions, and the keys of their requests. */

const storageKey = "comment-drafts";
// Apart from the drafts: a tab with an older build drops drafts that are no pairs.
const keysKey = "comment-keys";
const most = 20;
const keyed = /^([0-9a-f-]{36}) (.*)$/s;

/** localStorage, or sessionStorage for this tab alone. */
export type Place = "localStorage" | "sessionStorage";

/**
 * Returns the name of one member's draft on a post, or of a reply to one comment (`parent`); other
 * members never see the draft.
 */
export function draftName(memberId: string, postId: number, parent?: number): string {
  return `${memberId} ${targetOf(postId, parent)}`;
}

/**
 * Returns the name of one member's draft of an edited comment. It names no post, so that
 * `hasDraft` does not take it for a draft of a new comment.
 */
export function editName(memberId: string, commentId: number): string {
  return `${memberId} edit:${commentId}`;
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
  return new Map(read(storageKey, place)).get(name) ?? "";
}

/**
 * Returns whether any member has a draft of a new comment on this post or of a reply; it reveals
 * neither text nor author.
 */
export function hasDraft(postId: number): boolean {
  return read(storageKey, "localStorage").some(([name]) => `${name}/`.includes(` ${postId}/`));
}

/**
 * Stores a draft under its name; an empty text removes it. Above the limit the draft that was
 * changed longest ago is removed.
 */
export function storeDraft(name: string, text: string, place: Place = "localStorage"): void {
  store(storageKey, [name, text], place);
}

/**
 * Returns the idempotency key of the last request that sent this text as the comment of this name,
 * in any tab; undefined if a response has confirmed it, or another text was sent since.
 */
export function readKey(name: string, content: string): string | undefined {
  return keyIn(read(keysKey, "localStorage"), name, content);
}

/** Stores the key of a request and the text that it sends, until `removeKey`. */
export function storeKey(name: string, content: string, key: string): void {
  store(keysKey, [name, `${key} ${content}`], "localStorage");
}

/** Removes the key of a confirmed request, unless another text was sent since. */
export function removeKey(name: string, content: string): void {
  if (readKey(name, content) !== undefined) store(keysKey, [name, ""], "localStorage");
}

/**
 * Returns whether another tab's change of the storage tells that this text was sent under this
 * draft's name, and that the host confirmed it: that tab has then removed the request's key.
 */
export function saysSent(
  { key, oldValue, newValue }: StorageEvent,
  name: string,
  content: string,
): boolean {
  const [before, after] = [parse(oldValue), parse(newValue)];
  if (key !== keysKey || keyIn(before, name, content) === undefined) return false;
  // Above the limit the oldest key gives way to a new one: the list keeps its length.
  return after.length < before.length && !after.some(([other]) => other === name);
}

type Pair = readonly [name: string, text: string];

/** Returns the key that is stored for a name and text; undefined without one. */
function keyIn(pairs: readonly Pair[], name: string, content: string): string | undefined {
  const [, key, sent] = keyed.exec(new Map(pairs).get(name) ?? "") ?? [];
  return sent === content ? key : undefined;
}

/** Stores a pair as the newest of an entry of the storage; an empty text removes it. */
function store(entry: typeof storageKey | typeof keysKey, pair: Pair, place: Place): void {
  const others = read(entry, place).filter(([other]) => other !== pair[0]);
  const pairs = pair[1].trim() === "" ? others : [...others, pair];
  try {
    window[place].setItem(entry, JSON.stringify(pairs.slice(-most)));
  } catch {
    // Without storage only the open page has the text.
  }
}

/** Returns the pairs of an entry of the storage; an empty list if the storage fails. */
function read(entry: string, place: Place): readonly Pair[] {
  try {
    return parse(window[place].getItem(entry));
  } catch {
    return [];
  }
}

/** Returns the pairs in a stored value; an empty list if it is invalid. */
function parse(value: string | null): readonly Pair[] {
  try {
    const found: unknown = JSON.parse(value ?? "[]");
    return Array.isArray(found) ? found.filter(isPair) : [];
  } catch {
    return [];
  }
}

/** Returns whether a stored value is a pair of a name and a text. */
function isPair(value: unknown): value is Pair {
  return (
    Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === "string")
  );
}
