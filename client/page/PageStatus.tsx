/** Lets a page say the HTTP status that fits what it drew. */
import { usePage } from "./PageContext.ts";

export function PageStatus({ code }: { readonly code: number }) {
  const { report } = usePage();
  if (report) report.status = code;
  return null;
}
