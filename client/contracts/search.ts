/** The indexes of searches, made at build time. */
import type { Params, RouteName } from "./routes.ts";

import type { IndexEntry } from "./cultivar.ts";

/** Fields of a record, in the order of an index entry. */
export const searchFields = [
  "name",
  "code",
  "parent",
  "breeder",
  "place",
  "use",
  "year",
  "aroma",
  "text",
] as const;
export type SearchField = (typeof searchFields)[number];

export interface Matches<Entry = IndexEntry> {
  readonly found: readonly Entry[];
  /** True when nothing matched exactly and the closest names are shown. */
  readonly near: boolean;
}

/** Finds entries by everything that their records print. */
export type FindEntries = (entries: readonly IndexEntry[], search: string) => Matches;

/** By id: the reading where it differs from the name, and aliases; left out where there are none. */
export type OtherNames = Readonly<Partial<Record<string, readonly string[]>>>;

/** By id: for each field its normalised terms with a space before, between and after, or an empty string. */
export type SearchIndex = Readonly<Record<string, readonly string[]>>;

/** What the search of the whole site finds besides cultivars and the community's texts. */
export interface SiteIndex {
  /** Public pages without parameters, and pages of lineages and of breeders. */
  readonly pages: readonly {
    readonly to: RouteName;
    readonly params: Params;
    readonly title: string;
    readonly text: string;
    /** Its names in menus, breadcrumbs and headings of both languages, or those of its breeder. */
    readonly names?: readonly string[];
  }[];
  /** Prefectures from north to south, with the number of their cultivars. */
  readonly prefectures: readonly {
    readonly id: string;
    readonly name: string;
    /** The name in the other language, and its reading in kana. */
    readonly others: readonly string[];
    readonly cultivars: number;
    /** Whether it has a page whatever members write. */
    readonly isInCatalogue: boolean;
  }[];
  /** Unconfirmed names. */
  readonly names: readonly {
    readonly id: string;
    readonly name: string;
    readonly other: string;
  }[];
}
