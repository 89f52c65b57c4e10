/** The calendar of bud break and picking, made at build time. */
import type { Named } from "../cultivar.ts";
import type { SourceNote } from "../observations.ts";
import type { PageMetaText, TableFiles } from "./overview.ts";

/** One cultivar at one place in the same years; days of the year as month and day, such as 04-18. */
export interface Season extends Named {
  readonly bud: string | null;
  readonly pluck: string | null;
  /** Days from Yabukita at the same place. */
  readonly budDays: number | null;
  readonly pluckDays: number | null;
  readonly remarks: readonly string[];
  readonly notes: readonly SourceNote[];
}

/** The seasons that were observed together, and may be compared. */
export interface SeasonGroup {
  readonly site: string;
  readonly years: string;
  readonly seasons: readonly Season[];
}

export interface Calendar extends TableFiles {
  readonly meta: PageMetaText;
  /** Cultivars that have a date or days from Yabukita, in reading order. */
  readonly cultivars: readonly Named[];
  /** From south to north. */
  readonly groups: readonly SeasonGroup[];
  /** Number of cultivars with a date, with days from Yabukita, and of all records. */
  readonly dated: number;
  readonly compared: number;
  readonly records: number;
}
