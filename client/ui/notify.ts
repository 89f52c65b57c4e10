/** Passing messages of the site; errors that belong to a form or a list stand beside it. */
import "./notify.css";

interface Link {
  readonly text: string;
  readonly href: string;
}

export interface Message {
  readonly text: string;
  /** An "alert" stays until it is closed; a "status" disappears by itself. */
  readonly kind: "status" | "alert";
  /** A link to continue. */
  readonly link?: Link;
  /** Label of the button that closes it. */
  readonly close: string;
  /** A further button, and how long a "status" with it stays. */
  readonly action?: { readonly button: HTMLElement; readonly shownMs: number };
}

/** Message that outlasts its page; a button would not. */
type StoredMessage = Omit<Message, "action">;

type UncheckedFields = Partial<Record<keyof Link | keyof StoredMessage, unknown>>;

type UncheckedMessage = Omit<StoredMessage, "link"> & { readonly link?: unknown };

const regionId = "messages";
const storageKey = "messages";
const shownMs = 8000;

/**
 * Shows a message, inside a dialog if one is open; a "status" disappears after 8 seconds or the
 * time of its action. Returns a function that removes the message.
 */
export function notify(message: Message): () => void {
  const { text, kind, link, close, action } = message;
  // A modal dialog hides the rest of the page, so the message is shown inside it.
  const region = document.querySelector("dialog[open]") ?? document.getElementById(regionId);
  if (region === null) return () => {};
  // A repeated message replaces the previous one; its link follows the text.
  for (const said of region.querySelectorAll(".message")) {
    if (said.firstChild?.firstChild?.textContent === text) said.remove();
  }
  const box = document.createElement("div");
  box.className = `message message-${kind}`;
  box.setAttribute("role", kind);
  const words = document.createElement("p");
  words.textContent = text;
  if (link) words.append(" ", createLink(link));
  const button = document.createElement("button");
  button.type = "button";
  button.setAttribute("aria-label", close);
  button.textContent = "×";
  const remove = () => box.remove();
  button.addEventListener("click", remove);
  box.append(words, ...(action ? [action.button] : []), button);
  region.append(box);
  if (kind === "status") setTimeout(remove, action?.shownMs ?? shownMs);
  return remove;
}

/** Returns the link of a message as an element. */
function createLink({ text, href }: Link): HTMLAnchorElement {
  const link = document.createElement("a");
  link.href = href;
  link.textContent = text;
  return link;
}

/** Stores a message, with its link, which the next page shows after a full page load. */
export function notifyNext(message: StoredMessage): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...storedMessages(), message]));
  } catch {
    // Without storage the message is shown only until the page is left.
    notify(message);
  }
}

/**
 * Shows the messages that were stored before a full page load, and removes them from the storage.
 */
export function showStoredMessage(): void {
  const messages = storedMessages();
  if (messages.length === 0) return;
  sessionStorage.removeItem(storageKey);
  messages.forEach(notify);
}

/** Returns the stored messages; invalid ones, and invalid links, are left out. */
function storedMessages(): readonly StoredMessage[] {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? "[]");
    return Array.isArray(found) ? found.filter(isMessage).map(withCheckedLink) : [];
  } catch {
    return [];
  }
}

/** Returns a stored message; without its link unless that leads to a page of this site. */
function withCheckedLink({ text, kind, close, link }: UncheckedMessage): StoredMessage {
  return { text, kind, close, ...(isOwnLink(link) && { link }) };
}

/** Returns whether a stored value is a link to a path of this site, such as "/login?return=%2F". */
function isOwnLink(value: unknown): value is Link {
  // A letter after the slash: "//tea.example", and all that browsers read so, is another site.
  return (
    isObject(value) &&
    typeof value.text === "string" &&
    typeof value.href === "string" &&
    /^\/\w/.test(value.href)
  );
}

/** Returns whether a stored value has the fields that every message has. */
function isMessage(value: unknown): value is UncheckedMessage {
  return (
    isObject(value) &&
    typeof value.text === "string" &&
    typeof value.close === "string" &&
    (value.kind === "status" || value.kind === "alert")
  );
}

/** Returns whether a stored value is an object, whose fields may be anything. */
function isObject(value: unknown): value is UncheckedFields {
  return typeof value === "object" && value !== null;
}
