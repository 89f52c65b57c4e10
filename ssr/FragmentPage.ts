/** Page context and data for rendering a cached fragment: only what all pages of a language share. */
import type { Page } from "../client/page/PageContext.ts";
import { PageStore, type Place } from "../client/page/PageStore.ts";
import { isBuiltIn, type QueryData, type QueryName } from "../client/page/queries.ts";

/** Reading data of a single page throws, because the fragment's markup is reused on other pages. */
export class FragmentPage implements Page {
  readonly language: Page["language"];
  readonly t: Page["t"];
  readonly store: FragmentStore;

  constructor(language: Page["language"], store: FragmentStore) {
    this.language = language;
    this.t = store.translate(language);
    this.store = store;
  }

  get page() {
    return refuse("page");
  }

  get params() {
    return refuse("params");
  }

  get search() {
    return refuse("search");
  }

  get now() {
    return refuse("now");
  }

  get site() {
    return refuse("site");
  }

  get meta() {
    return refuse("meta");
  }

  get viewer() {
    return refuse("viewer");
  }

  get report() {
    return refuse("report");
  }
}

/** Data that a cached fragment may read: built-in queries, and no data of a payload. */
export class FragmentStore extends PageStore {
  /** Throws for other queries: their absence would be cached for every page. */
  override peek<Name extends QueryName>(
    name: Name,
    place: Omit<Place, "page">,
  ): QueryData[Name] | undefined {
    return isBuiltIn(name) ? super.peek(name, place) : refuse(name);
  }
}

/** Throws: a fragment may use only what all pages of a language share. */
function refuse(name: keyof Page | QueryName): never {
  throw new Error(`a fragment reads "${name}" of the page: pass the data as a property`);
}
