/** The one place behind every "alert": a message in the page that interrupts nothing and is read aloud. */
import "./notify.css";

export interface Message {
  readonly text: string;
  /** An "alert" stays until it is closed; a "status" goes by itself. */
  readonly kind: "status" | "alert";
  /** Where to go on from here. */
  readonly link?: { readonly text: string; readonly href: string };
  /** The word on the button that closes it. */
  readonly close: string;
}

const regionId = "messages";
const keptKey = "messages";
const shownMs = 8000;

/** What is returned takes the message away once it is no longer true. */
export function notify(message: Message): () => void {
  const { text, kind, link, close } = message;
  // Under a modal window nothing else can be seen or heard, so the message stands in it.
  const region = document.querySelector("dialog[open]") ?? document.getElementById(regionId);
  if (region === null) return () => {};
  // Said again, it is said once: the older one makes way.
  for (const said of region.querySelectorAll(".message")) {
    if (said.firstChild?.textContent === text) said.remove();
  }
  const box = document.createElement("div");
  box.className = `message message-${kind}`;
  box.setAttribute("role", kind);
  const words = document.createElement("p");
  words.textContent = text;
  if (link) words.append(" ", linkTo(link));
  const button = document.createElement("button");
  button.type = "button";
  button.setAttribute("aria-label", close);
  button.textContent = "×";
  const remove = () => box.remove();
  button.addEventListener("click", remove);
  box.append(words, button);
  region.append(box);
  if (kind === "status") setTimeout(remove, shownMs);
  return remove;
}

function linkTo({ text, href }: NonNullable<Message["link"]>): HTMLAnchorElement {
  const link = document.createElement("a");
  link.href = href;
  link.textContent = text;
  return link;
}

/** For a message whose page is about to be left by a full load: the next page shows it. */
export function notifyNext(message: Message): void {
  try {
    sessionStorage.setItem(keptKey, JSON.stringify([...kept(), message]));
  } catch {
    // Where storage is forbidden the message can only be shown for the moment that is left.
    notify(message);
  }
}

export function showKept(): void {
  const messages = kept();
  if (messages.length === 0) return;
  sessionStorage.removeItem(keptKey);
  messages.forEach(notify);
}

function kept(): readonly Message[] {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(keptKey) ?? "[]");
    return Array.isArray(found) ? found.filter(isMessage).map(withoutLink) : [];
  } catch {
    return [];
  }
}

/** Storage is not to say where a reader is led. */
function withoutLink({ text, kind, close }: Message): Message {
  return { text, kind, close };
}

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
