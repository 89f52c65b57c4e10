/** Data that a cached fragment may read: built-in queries, and no data of a payload. */
import type { Page } from "../client/page/PageContext.ts";
import { PageStore, type Place } from "../client/page/PageStore.ts";
import { builtInQueries, type QueryData, type QueryName } from "../client/page/queries.ts";

export class FragmentStore extends PageStore {
  /** Throws for other queries: their absence would be cached for every page. */
  override peek<Name extends QueryName>(
    name: Name,
    place: Omit<Place, "page">,
  ): QueryData[Name] | undefined {
    return builtInQueries.includes(name) ? super.peek(name, place) : refuse(name);
  }
}

export function refuse(name: keyof Page | QueryName): never {
  throw new Error(`a fragment reads "${name}" of the page: pass the data as a property`);
}
