/** Sets the HTTP status of the rendered page. */
import { usePage } from "./PageContext.ts";

export function PageStatus({ code }: { readonly code: number }) {
  const { report } = usePage();
  if (report) report.status = code;
  return null;
}
