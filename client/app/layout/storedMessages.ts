/** Messages that the previous page stored before a full page load; loaded only if there are some. */
import {
  type Link,
  notify,
  storageKey,
  type StoredMessage,
  storedMessages,
} from "../../ui/notify.ts";

type UncheckedFields = Partial<Record<keyof Link | keyof StoredMessage, unknown>>;

type UncheckedMessage = Omit<StoredMessage, "link"> & { readonly link?: unknown };

/**
 * Shows the stored messages, and removes them from the storage. Invalid ones, and invalid links, are
 * left out.
 */
export function showStoredMessages(): void {
  const messages = storedMessages().filter(isMessage).map(withCheckedLink);
  sessionStorage.removeItem(storageKey);
  messages.forEach(notify);
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
