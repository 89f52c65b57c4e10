/** Page context and data for rendering a cached fragment: only what all pages of a language share. */
import type { Page } from "../client/page/PageContext.ts";
import { PageStore, type Place } from "../client/page/PageStore.ts";
import { isBuiltIn, type QueryData, type QueryName } from "../client/page/queries.ts";

/**
 * Page context of a cached fragment: language, messages and built-in data. Reading anything of a
 * single page throws, because the fragment's markup is reused on other pages.
 */
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

/** Store of the data that a cached fragment may read: that of built-in queries. */
export class FragmentStore extends PageStore {
  /** Returns data of a built-in query; throws for any other, as its absence would be cached. */
  override peek<Name extends QueryName>(
    name: Name,
    place: Omit<Place, "page">,
  ): QueryData[Name] | undefined {
    return isBuiltIn(name) ? super.peek(name, place) : refuse(name);
  }
}

/** Throws an error that names what a fragment read although it differs between pages. */
function refuse(name: keyof Page | QueryName): never {
  throw new Error(`a fragment reads "${name}" of the page: pass the data as a property`);
}
