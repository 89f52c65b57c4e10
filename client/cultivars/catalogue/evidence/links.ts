/** Links of sources, at their pages on single records. */
import type { SourceView } from "../../../contracts/cultivar.ts";
import { sources } from "../records.ts";

/**
 * Returns a source in a list, with the address of its page on the record `id` if it has one; an
 * empty list for an unknown key.
 */
export function sourceViewsOf(key: string, id: string): readonly SourceView[] {
  const source = sources[key];
  if (source === undefined) return [];
  const { title, publisher, type, pages } = source;
  const url = pages?.[id] ?? source.url;
  const unreachable = source.unreachable?.[url];
  return [{ title, publisher, url, type, ...(unreachable && { unreachable }) }];
}
