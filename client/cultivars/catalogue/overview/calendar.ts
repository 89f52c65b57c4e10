/** Makes the calendar of bud break and picking from the observations of all records, at build time. */
import prefectureTable from "../../../../shared/reference/prefectures.json" with { type: "json" };
import type { Calendar, Season, SeasonGroup } from "../../../contracts/overview/calendar.ts";
import type { ObservationsView, TimingView } from "../../../contracts/observations.ts";
import { observationsOf } from "../observations.ts";
import { cultivarNamed, ids } from "../records.ts";
import type { ViewMessages } from "../viewMessages.ts";
import { sortedIds } from "../views.ts";

const standard = "yabukita";

interface Row extends TimingView {
  readonly id: string;
  readonly notes: ObservationsView["notes"];
}

/**
 * Returns the number of the place's prefecture, which counts from north to south; places of no
 * single one come last.
 */
function northOf(siteJa: string): number {
  const found = Object.values(prefectureTable).find(({ nameJa }) => siteJa.startsWith(nameJa));
  return found?.order ?? 0;
}

/** Adds Yabukita's date in the row of another cultivar, which is an observation of Yabukita too. */
function withStandard(row: Row): readonly Row[] {
  if (row.yabukitaDate === null) return [row];
  const reference = { ...row, id: standard, date: row.yabukitaDate, offsetDays: 0, remark: null };
  return [row, reference];
}

/** Returns the dates of bud break and picking of one cultivar among the rows of a place. */
function seasonOf(id: string, rows: readonly Row[], { language }: ViewMessages): Season {
  const of = (event: TimingView["event"]) =>
    rows.find((row) => row.id === id && row.event === event);
  const [bud, pluck] = [of("bud"), of("pluck")];
  const stated = [bud, pluck].flatMap((row) => (row ? [row] : []));
  const notes = stated.flatMap((row) => row.notes[row.note] ?? []);
  const remarks = new Set(stated.flatMap(({ remark }) => (remark === null ? [] : [remark])));
  return {
    ...cultivarNamed(id, language),
    bud: bud?.date ?? null,
    pluck: pluck?.date ?? null,
    budDays: bud?.offsetDays ?? null,
    pluckDays: pluck?.offsetDays ?? null,
    remarks: [...remarks],
    notes: notes.filter((note, place) => {
      const text = JSON.stringify(note);
      return notes.findIndex((one) => JSON.stringify(one) === text) === place;
    }),
  };
}

/** Returns the observed dates of all records, in reading order. */
function rowsOf(words: ViewMessages): readonly Row[] {
  return sortedIds(words.language).flatMap((id) => {
    const { timing, notes } = observationsOf(id, words.language);
    return timing.map((row) => ({ ...row, id, notes }));
  });
}

/** Returns the order of each row's place, by its Japanese name. */
function placesFromSouth(): ReadonlyMap<string, number> {
  const sites = ids.flatMap((id) =>
    observationsOf(id, "ja").timing.map(
      (row, place) => [`${id} ${place}`, row.site ?? ""] as const,
    ),
  );
  return new Map(sites.map(([key, site]) => [key, northOf(site)]));
}

/** Groups the observed dates by place and years, from south to north. */
function groupsOf(words: ViewMessages): readonly SeasonGroup[] {
  const norths = placesFromSouth();
  const groups = new Map<string, { readonly north: number; readonly rows: Row[] }>();
  for (const id of sortedIds(words.language)) {
    const { timing, notes } = observationsOf(id, words.language);
    for (const [place, row] of timing.entries()) {
      if (row.site === null) continue;
      const key = `${row.site}\n${row.years ?? ""}`;
      const group = groups.get(key) ?? { north: norths.get(`${id} ${place}`) ?? 0, rows: [] };
      group.rows.push(...withStandard({ ...row, id, notes }));
      groups.set(key, group);
    }
  }
  return [...groups]
    .toSorted(([site, a], [other, b]) => b.north - a.north || (site < other ? -1 : 1))
    .map(([key, { rows }]) => {
      const [site = "", years = ""] = key.split("\n");
      const inGroup = [...new Set(rows.map(({ id }) => id))];
      return { site, years, seasons: inGroup.map((id) => seasonOf(id, rows, words)) };
    });
}

/** Returns the data of the calendar page: when which cultivar sprouts and is picked, by place. */
export function calendarOf(words: ViewMessages): Calendar {
  const { language, t } = words;
  const rows = rowsOf(words).flatMap(withStandard);
  const having = (isOf: (row: Row) => boolean) => new Set(rows.filter(isOf).map(({ id }) => id));
  const dated = having(({ date }) => date !== null);
  const compared = having(({ offsetDays, id }) => offsetDays !== null && id !== standard);
  const known = sortedIds(language).filter((id) => dated.has(id) || compared.has(id));
  return {
    meta: {
      title: t("calendar.meta.title"),
      description: t("calendar.meta.description"),
    },
    cultivars: known.map((id) => cultivarNamed(id, language)),
    groups: groupsOf(words),
    dated: dated.size,
    compared: compared.size,
    records: ids.length,
  };
}
