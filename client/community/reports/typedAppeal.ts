/** The text of an appeal that the host refused, from the address to which the form led back. */
import { useQuery } from "../../page/address.ts";

/** Returns the text of the refused appeal against this decision; undefined for others. */
export function useTypedAppeal(entry: number | undefined): string | undefined {
  const query = useQuery();
  return query.get("entry_id") === String(entry) ? (query.get("note") ?? "") : undefined;
}
