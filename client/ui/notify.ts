/** Passing messages of the site; errors that belong to a form or a list stand beside it. */
import "./notify.css";

export interface Message {
  readonly text: string;
  /** An "alert" stays until it is closed; a "status" disappears by itself. */
  readonly kind: "status" | "alert";
  /** A link to continue. */
  readonly link?: { readonly text: string; readonly href: string };
  /** Label of the button that closes it. */
  readonly close: string;
  /** A further button, and how long a "status" with it stays. */
  readonly action?: { readonly button: HTMLElement; readonly shownMs: number };
}

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
  // A repeated message replaces the previous one.
  for (const said of region.querySelectorAll(".message")) {
    if (said.firstChild?.textContent === text) said.remove();
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
function createLink({ text, href }: NonNullable<Message["link"]>): HTMLAnchorElement {
  const link = document.createElement("a");
  link.href = href;
  link.textContent = text;
  return link;
}

/** Stores a message, which the next page shows after a full page load. */
export function notifyNext(message: Message): void {
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

/** Returns the stored messages without their links; invalid ones are left out. */
function storedMessages(): readonly Message[] {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? "[]");
    return Array.isArray(found) ? found.filter(isMessage).map(withoutLink) : [];
  } catch {
    return [];
  }
}

/** Returns a stored message without its link, which is not trusted. */
function withoutLink({ text, kind, close }: Message): Message {
  return { text, kind, close };
}

/** Returns whether a stored value has the fields of a message. */
function isMessage(value: unknown): value is Message {
  if (typeof value !== "object" || value === null) return false;
  return (
    "text" in value &&
    typeof value.text === "string" &&
    "close" in value &&
    typeof value.close === "string" &&
    "kind" in value &&
    (value.kind === "status" || value.kind === "alert")
  );
}
