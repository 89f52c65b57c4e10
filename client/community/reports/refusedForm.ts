/**
 * What a moderator typed in a form that the host refused, from the page's address. Anybody can
 * write such an address, so it never chooses a decision.
 */
import { returnPathBytes } from "../../contracts/limits.generated.ts";
import { useQuery } from "../../page/address.ts";

/** Fields that tell which form was refused: that of a case, of an appeal, or of an undo. */
type FormField = "subject" | "entry_id" | "undo";

/**
 * Returns a function that gives, by field, what was typed in this form if it is the one that the
 * host refused, else empty texts. The address of the page names that form by the same field `name`
 * with the same `value`.
 */
export function useRefused(name: FormField, value: string | number): (field: string) => string {
  const query = useQuery();
  const isOwn = query.get(name) === String(value);
  return (field) => (isOwn ? (query.get(field) ?? "") : "");
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what the host refuses.
const refused = /[\x00-\x1f\x7f-\x9f\\]/;

/** Returns whether a value has a character that the host refuses in a path to return to. */
function isRefused(typed: URLSearchParams): boolean {
  return [...typed.values()].some((value) => refused.test(value) || refused.test(decoded(value)));
}

/** Returns the text decoded, or as it is if it is not encoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Returns the address of a sign-in that leads back to the page at `path` with what was typed, at
 * the element `form`. The reason is left out if the host would refuse the path to return
 * to, because it is too long or has a backslash or control character, as written or decoded once
 * more.
 */
export function signInAddress(path: string, query: URLSearchParams, form: string): string {
  const typed = new URLSearchParams(query);
  typed.delete("error");
  const target = () => (String(typed) ? `${path}?${typed}#${form}` : path);
  if (target().length > returnPathBytes || isRefused(typed)) {
    typed.delete("note");
    typed.delete("reason");
  }
  return `/api/auth/google?return=${encodeURIComponent(target())}`;
}
