/** Passing messages of the site; errors that belong to a form or a list stand beside it. */
import "./notify.css";

export interface Link {
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
export type StoredMessage = Omit<Message, "action">;

const regionId = "messages";
export const storageKey = "messages";
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

/** Returns what is stored as messages, not checked; empty if it is no list. */
export function storedMessages(): readonly unknown[] {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}
