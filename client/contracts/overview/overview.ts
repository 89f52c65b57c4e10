/** Pages that show the catalogue as a whole, in one language; made at build time. */
import type { Named } from "../cultivar.ts";
import type { RightDates } from "../observations.ts";

export interface PageMetaText {
  readonly title: string;
  readonly description: string;
}

export interface ChartRow {
  readonly label: string;
  readonly value: number;
  /** The label where there is little room. */
  readonly short?: string;
  /** Id of the record that the label names. */
  readonly record?: string;
}

/** A chart with its table. */
export interface ChartView {
  readonly id: string;
  /** What the chart shows, in a sentence. */
  readonly title: string;
  /** Unit and coverage. */
  readonly subtitle: string;
  /** Heads of the table's columns: of the labels, and of the values. */
  readonly heads: readonly [string, string];
  readonly rows: readonly ChartRow[];
}

/** Share of a cultivar in the area of tea, in percent, as sources state it for a year. */
export interface AreaShare {
  readonly year: number;
  readonly percent: number;
  readonly hectares: number | null;
  /** What the source adds to the number, such as that it is about so. */
  readonly note: string | null;
  readonly sources: readonly { readonly title: string; readonly url: string }[];
  /** The document that the source quotes. */
  readonly quoted: string | null;
}

/** Share of native tea, of other cultivars or of all cultivars together, in percent. */
export interface GroupShare {
  /** The group in words, such as native tea. */
  readonly group: string;
  readonly region: string;
  readonly year: number;
  readonly percent: number;
  /** The whole area, in words. */
  readonly of: string;
  readonly sources: AreaShare["sources"];
  /** The document that the source quotes. */
  readonly quoted: string | null;
}

/** Tables of a page as files, with their size in bytes, and the heads of their columns. */
export interface TableFiles {
  readonly files?: readonly { readonly id: string; readonly bytes: number }[];
  readonly measured?: readonly string[];
}

export interface Statistics extends TableFiles {
  readonly meta: PageMetaText;
  readonly records: number;
  /** Upright bars by decade. */
  readonly decades: ChartView;
  readonly charts: readonly ChartView[];
  /** The rights of all records, for their status on the day of reading. */
  readonly rights: readonly RightDates[];
  /** Area of Yabukita in Japan. */
  readonly area: readonly AreaShare[];
  /** Areas that belong to no record. */
  readonly groups: readonly GroupShare[];
}

export interface DatedRecord extends Named {
  /** Year of registration, or empty. */
  readonly year: string;
  /** The registration in a few words without its year, or empty. */
  readonly registration: string;
  /** The breeder under the name of that time. */
  readonly breeder: string | null;
  /** The institute with a page of its own. */
  readonly institute: string | null;
}

export interface BreederSummary extends Named {
  /** Years of the first and the last registration; null where none has a year. */
  readonly first: string | null;
  readonly last: string | null;
  readonly records: number;
}

export interface BreederDecades extends BreederSummary {
  /** Registrations by decade, with those without one. */
  readonly rows: readonly ChartRow[];
}

/** Registrations of each year, by decade. */
export interface YearChart {
  /** What the chart shows, in a sentence. */
  readonly title: string;
  readonly subtitle: string;
  readonly decades: readonly {
    /** First year. */
    readonly decade: number;
    readonly label: string;
    readonly count: number;
    /** Every year of the decade, those without a registration included. */
    readonly rows: readonly ChartRow[];
  }[];
  /** What the registers say of the chart's peaks, the years with many, in sentences. */
  readonly waves: readonly string[];
}

export interface Timeline extends TableFiles {
  readonly meta: PageMetaText;
  readonly dated: number;
  readonly records: number;
  readonly chart: YearChart;
  readonly title: string;
  /** Institutes with several dated records, the one with the most first. */
  readonly breeders: readonly BreederDecades[];
  readonly years: readonly { readonly year: string; readonly records: readonly DatedRecord[] }[];
}

export interface Breeders {
  readonly meta: PageMetaText;
  readonly institutes: readonly BreederSummary[];
  /** Persons, companies and others that are no institute, or not alone, with their records. */
  readonly others: readonly { readonly name: string; readonly records: readonly DatedRecord[] }[];
}

/** A period by its first and last year or month, as far as they are known. */
export interface InstitutePeriod {
  readonly from: string | null;
  readonly until: string | null;
}

export interface InstituteNameView {
  readonly name: string;
  readonly periods: readonly InstitutePeriod[];
  readonly sources: readonly {
    readonly title: string;
    readonly url: string;
    /** What the site says of the source. */
    readonly remark: string | null;
  }[];
}

export interface Breeder extends BreederSummary {
  readonly meta: PageMetaText;
  readonly decades: ChartView | null;
  /** Parents of several of its records. */
  readonly parents: ChartView | null;
  readonly listed: readonly (DatedRecord & { readonly parents: readonly ParentName[] })[];
  readonly names: readonly InstituteNameView[];
  /** Periods between the names for which no name was found. */
  readonly gaps: readonly InstitutePeriod[];
}

interface ParentName {
  readonly id: string | null;
  readonly name: string;
}
