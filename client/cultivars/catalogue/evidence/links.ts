/** Links of sources, at their pages on single records. */
import type { SourceView } from "../../../contracts/cultivar.ts";
import { sources } from "../records.ts";

/** Returns the source, with the address of its page on this record if it has one; none if it is unknown. */
export function sourceViewsOf(key: string, id: string): readonly SourceView[] {
  const source = sources[key];
  if (source === undefined) return [];
  const { title, publisher, type, pages } = source;
  const url = pages?.[id] ?? source.url;
  const unreachable = source.unreachable?.[url];
  return [{ title, publisher, url, type, ...(unreachable && { unreachable }) }];
}
