/** What a moderator typed and chose in a form that the host refused, from the page's address. */
import { returnPathBytes } from "../../contracts/limits.generated.ts";
import { useQuery } from "../../page/address.ts";

/** Fields that tell which form was refused: that of a case, of an appeal, or of an undo. */
type FormField = "subject" | "entry_id" | "undo";

/**
 * Returns a function that gives the refused value of a field of the form whose `name` is `value`;
 * it gives empty texts for other forms.
 */
export function useRefused(name: FormField, value: string | number): (field: string) => string {
  const query = useQuery();
  const isOwn = query.get(name) === String(value);
  return (field) => (isOwn ? (query.get(field) ?? "") : "");
}

/**
 * Returns the address of a sign-in that leads back to the page at `path` with what was typed and
 * chosen, at the element `form`. The reason is left out if the host would refuse the path to return
 * to, because it is too long or has a backslash.
 */
export function signInAddress(path: string, query: URLSearchParams, form: string): string {
  const typed = new URLSearchParams(query);
  typed.delete("error");
  const target = () => (String(typed) ? `${path}?${typed}#${form}` : path);
  if (target().length > returnPathBytes || target().includes("%5C")) {
    typed.delete("note");
    typed.delete("reason");
  }
  return `/api/auth/google?return=${encodeURIComponent(target())}`;
}
