/** Page context for rendering a cached fragment: it contains only what all pages of a language share. */
import type { Page } from "../client/page/PageContext.ts";
import { type FragmentStore, refuse } from "./FragmentStore.ts";

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
