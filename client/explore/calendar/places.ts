/** The observations of the calendar by place, and the choice of a year. */
import type { Named } from "../../contracts/cultivar.ts";
import type { Season, SeasonGroup } from "../../contracts/overview/calendar.ts";
import { dayOf } from "./season.ts";

/** The value of the year for what sources state without a single year: averages and usual dates. */
export const averages = "average";

/**
 * Returns the groups with only those seasons for which `isKept` is true; groups without any are
 * left out.
 */
export function keepSeasons(
  groups: readonly SeasonGroup[],
  isKept: (season: Season) => boolean,
): readonly SeasonGroup[] {
  return groups
    .map((group) => ({ ...group, seasons: group.seasons.filter(isKept) }))
    .filter(({ seasons }) => seasons.length > 0);
}

/**
 * Returns the year of a group; null for an average of years and for observations without a year.
 */
function yearOf({ years }: Pick<SeasonGroup, "years">): string | null {
  return /^(\d{4})\D?$/.exec(years)?.[1] ?? null;
}

/**
 * Returns the years that can be chosen, the newest first; `averages`, which sorts after digits,
 * comes before them.
 */
export function yearsOf(groups: readonly SeasonGroup[]): readonly string[] {
  const years = new Set(groups.map((group) => yearOf(group) ?? averages));
  return [...years].toSorted().toReversed();
}

/** Returns the groups of a year, or those of averages. */
export function ofYear(groups: readonly SeasonGroup[], year: string): readonly SeasonGroup[] {
  return groups.filter((group) => (yearOf(group) ?? averages) === year);
}

/** A season of a cultivar with the years that its source names. */
export interface DatedSeason extends Season {
  readonly years: string;
  readonly isAverage: boolean;
}

export interface PlaceRow extends Named {
  readonly seasons: readonly DatedSeason[];
}

/** A place with the cultivars that were observed there. */
export interface Place {
  readonly site: string;
  readonly rows: readonly PlaceRow[];
}

/** Returns the places, each with one row for each cultivar and all its seasons there. */
export function placesOf(groups: readonly SeasonGroup[]): readonly Place[] {
  const sites = [...new Set(groups.map(({ site }) => site))];
  return sites.map((site) => {
    const seasons = groups
      .filter((group) => group.site === site)
      .flatMap((group) =>
        group.seasons.map((season) => ({
          ...season,
          years: group.years,
          isAverage: yearOf(group) === null,
        })),
      );
    const ids = [...new Set(seasons.map(({ id }) => id))];
    const rows = ids.map((id) => {
      const own = seasons.filter((season) => season.id === id);
      return { id, name: own[0]?.name ?? id, seasons: own };
    });
    return { site, rows };
  });
}

export interface MarkOfDay {
  readonly day: number;
  readonly isAverage: boolean;
  /** Height above the ground line, for marks that would cover each other. */
  readonly lane: number;
}

const apartLeastDays = 2;

/**
 * Returns the marks of one event; marks less than two days apart stand above each other, in lanes
 * from 0.
 */
export function stacked(
  seasons: readonly DatedSeason[],
  event: "bud" | "pluck",
): readonly MarkOfDay[] {
  const placed: MarkOfDay[] = [];
  const found = seasons
    .flatMap((season) => {
      const day = dayOf(season[event]);
      return day === null ? [] : [{ day, isAverage: season.isAverage }];
    })
    .toSorted((a, b) => a.day - b.day);
  for (const mark of found) {
    const taken = new Set(
      placed.filter((one) => mark.day - one.day < apartLeastDays).map(({ lane }) => lane),
    );
    let lane = 0;
    while (taken.has(lane)) lane += 1;
    placed.push({ ...mark, lane });
  }
  return placed;
}
