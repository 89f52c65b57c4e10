/** The data that a fragment drawn by itself may read: what is built in, and nothing that a page came with. */
import type { Page } from "../client/page/PageContext.ts";
import { PageStore, type Place } from "../client/page/PageStore.ts";
import { builtIn, type QueryData, type QueryName } from "../client/page/queries.ts";

export class FragmentStore extends PageStore {
  /** What is not there is left out of a page: here it would be left out of every page. */
  override peek<Name extends QueryName>(
    name: Name,
    place: Omit<Place, "page">,
  ): QueryData[Name] | undefined {
    return builtIn.includes(name) ? super.peek(name, place) : refuse(name);
  }
}

export function refuse(name: keyof Page | QueryName): never {
  throw new Error(`a fragment reads "${name}" of the page: it is to be handed what it needs`);
}
