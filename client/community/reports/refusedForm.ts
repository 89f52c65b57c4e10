/** What a moderator typed and chose in a form that the host refused, from the queue's address. */
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
