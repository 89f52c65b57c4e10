/** What sources observed on a cultivar, in one language; made at build time by observations.ts of the catalogue. */
import type { ConflictSubject } from "./conflicts.ts";
import type { Basis, Level, SourceLink } from "./cultivar.ts";

/** Sources of a value and how it was found there. */
export interface SourceNote {
  readonly basis: Basis;
  readonly sources: readonly SourceLink[];
  /** The document that the source quotes. */
  readonly quoted: string | null;
}

interface Noted {
  /** Position in the view's `notes`. */
  readonly note: number;
}

/** Dates are days, months or years, as far as the source goes. */
export interface RightDates {
  readonly status: "granted" | "announced" | "none-found" | "unknown";
  readonly granted: string | null;
  readonly termYears: number | null;
  /** First day without the right, as recorded. */
  readonly ended: string | null;
}

export interface RightView extends RightDates, Noted {
  readonly registerNo: string | null;
  readonly applicationNo: string | null;
  readonly applied: string | null;
  readonly published: string | null;
  readonly noExport: boolean;
}

export interface TimingView extends Noted {
  readonly event: "bud" | "pluck";
  /** Month and day. */
  readonly date: string | null;
  readonly yabukitaDate: string | null;
  readonly offsetDays: number | null;
  readonly site: string | null;
  readonly years: string | null;
  readonly remark: string | null;
}

export type RatedGroup = "disease" | "pest" | "cold";
export const ratedTraits = {
  disease: [
    "anthracnose",
    "grayBlight",
    "blisterBlight",
    "netBlisterBlight",
    "brownBlight",
    "bacterialShootBlight",
  ],
  pest: ["whitePeachScale", "rustMite"],
  cold: ["cold", "redScorch", "blueScorch", "barkSplit", "winterBudCold", "springBudCold"],
} as const satisfies Record<RatedGroup, readonly string[]>;
type RatedTrait = (typeof ratedTraits)[RatedGroup][number];

export interface RatingView extends Noted {
  readonly trait: RatedTrait;
  readonly rating: string;
  /** The source's own words in Japanese, where the page is in English. */
  readonly original: string | null;
  readonly scale: "absolute" | "yabukita" | "sayamakaori";
  /** The level under which the list of cultivars has the record for this disease. */
  readonly level: Level | null;
}

export interface ContentView extends Noted {
  readonly compound: string;
  /** A value, a range or a statement. */
  readonly value: string;
  /** Value of Yabukita in the same trial and unit. */
  readonly yabukita: string | null;
  readonly season: string | null;
  readonly remark: string | null;
}

export interface AreaView extends Noted {
  readonly region: string;
  readonly year: number | null;
  readonly hectares: number | null;
  readonly sharePercent: number | null;
  readonly shareOf: string | null;
  readonly rank: number | null;
  readonly remark: string | null;
}

/** Areas or shares of one region in several years. */
export interface AreaSeries {
  readonly region: string;
  readonly unit: "hectares" | "sharePercent";
  readonly shareOf: string | null;
  readonly points: readonly { readonly year: number; readonly value: number }[];
}

export interface ConflictView {
  readonly subject: ConflictSubject;
  readonly status: "open" | "settled";
  readonly values: readonly ({ readonly value: string } & Noted)[];
  readonly follows: string;
  readonly reason: string;
}

/** In how many of all records a section has something to show. */
export interface Coverage {
  readonly rights: number;
  readonly timing: number;
  readonly ratings: number;
  readonly composition: number;
  readonly area: number;
  readonly records: number;
}

/** What one edition brought for a record. */
export interface HistoryStep {
  readonly version: string;
  readonly date: string;
  /** Whether the edition published the record first. */
  readonly isNew: boolean;
  readonly revisions: readonly {
    readonly what: string;
    readonly why: string;
    /** The reader who reported it and agreed to be named. */
    readonly credit: string | null;
  }[];
}

export interface ObservationsView {
  readonly notes: readonly SourceNote[];
  /** Whether the list of cultivars shows the record. */
  readonly isListed: boolean;
  readonly right: RightView | null;
  readonly timing: readonly TimingView[];
  readonly ratings: readonly RatingView[];
  readonly contents: readonly ContentView[];
  readonly areas: readonly AreaView[];
  readonly areaSeries: AreaSeries | null;
  readonly conflicts: readonly ConflictView[];
  readonly coverage: Coverage;
  /** The newest edition first. */
  readonly history: readonly HistoryStep[];
}
