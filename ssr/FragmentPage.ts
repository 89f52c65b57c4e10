/** The page that a fragment is drawn on by itself: what every page of its language has in common, and nothing of its own. */
import type { Page } from "../client/page/PageContext.ts";
import { type FragmentStore, refuse } from "./FragmentStore.ts";

/** Reading what is a page's own throws: the fragment would be printed on pages that say otherwise. */
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
