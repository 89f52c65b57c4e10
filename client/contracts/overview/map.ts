/** The map of prefectures and their pages, in one language; made at build time. */
import type { Named } from "../cultivar.ts";
import type { PostPage, PostCounts } from "../../wire/types.generated.ts";
import type { DatedRecord, PageMetaText, TableFiles } from "./overview.ts";

export interface SourceLink {
  readonly title: string;
  readonly url: string;
}

/** Where a value comes from: its sources, and the document that they quote. */
export interface Sourced {
  readonly sources: readonly SourceLink[];
  readonly quoted: string | null;
}

/** A prefecture and its square on the map; columns from west to east, rows from north to south. */
export interface MapTile extends Named {
  /** The name as its square has it. */
  readonly lines: readonly string[];
  readonly column: number;
  readonly row: number;
  /** Cultivars bred there. */
  readonly cultivars: number;
  /** Hectares of tea in the year of the map; null where no source gives them. */
  readonly area: number | null;
  readonly isInCatalogue: boolean;
}

export interface MapView extends TableFiles {
  readonly meta: PageMetaText;
  /** All prefectures from north to south. */
  readonly tiles: readonly MapTile[];
  /** Cultivars of the catalogue, with and without a place of origin. */
  readonly cultivars: number;
  /** The year with the most areas, and its sources. */
  readonly areaYear: number;
  readonly areaSources: readonly SourceLink[];
}

export interface AreaOfYear extends Sourced {
  readonly year: number;
  readonly hectares: number;
  readonly note: string | null;
}

export interface RecommendedThere extends Sourced {
  readonly cultivars: readonly Named[];
  readonly when: string;
  readonly note: string | null;
}

/** Area of a cultivar or group in the prefecture: hectares, or percent of a larger area. */
export interface GrownArea {
  /** Null for a group, such as native stands. */
  readonly id: string | null;
  readonly name: string;
  readonly hectares: number | null;
  readonly percent: number | null;
}

/** What one source says of one year. */
export interface GrownThere extends Sourced {
  readonly year: number | null;
  /** What the percents are of. */
  readonly percentOf: string | null;
  readonly note: string | null;
  /** The largest first. */
  readonly areas: readonly GrownArea[];
}

interface Neighbour extends Named {
  readonly isInCatalogue: boolean;
}

export interface PrefectureView extends Named {
  readonly meta: PageMetaText;
  /** Whether the catalogue has a record or a fact of it; without, only posts make a page. */
  readonly isInCatalogue: boolean;
  /** Decades of the registrations of its cultivars since 1990. */
  readonly lateDecades: readonly string[];
  /** Cultivars bred there, by year. */
  readonly cultivars: readonly DatedRecord[];
  /** Lines, populations and other records from there, with their kind. */
  readonly others: readonly (DatedRecord & { readonly kind: string })[];
  readonly recommended: readonly RecommendedThere[];
  /** By year. */
  readonly areas: readonly AreaOfYear[];
  readonly grown: readonly GrownThere[];
  /** Prefectures with a common land border, from north to south. */
  readonly neighbours: readonly Neighbour[];
}

/** The data of the page of the map; the posts are null when they could not be counted. */
export interface MapPageData {
  readonly meta: PageMetaText;
  readonly view: MapView;
  readonly posts: PostCounts | null;
}

/** The data of the page of a prefecture; the posts are null when they could not be read. */
export interface PrefecturePageData {
  readonly meta: PageMetaText;
  readonly view: PrefectureView;
  readonly posts: PostPage | null;
}
