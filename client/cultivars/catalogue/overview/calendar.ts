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
 * Returns the number of the prefecture in which a place is, 1 in the north to 47 in the south; 0
 * for places that are in no single one.
 */
function prefectureNumberOf(siteJa: string): number {
  const found = Object.values(prefectureTable).find(({ nameJa }) => siteJa.startsWith(nameJa));
  return found?.order ?? 0;
}

/**
 * Returns the row, and a second row with Yabukita's date if the row of another cultivar states it:
 * it is an observation of Yabukita too.
 */
function withStandard(row: Row): readonly Row[] {
  if (row.yabukitaDate === null) return [row];
  const reference = { ...row, id: standard, date: row.yabukitaDate, offsetDays: 0, remark: null };
  return [row, reference];
}

/**
 * Returns the dates of bud break and picking of one cultivar, from the rows of one place, with
 * remarks and notes.
 */
function seasonOf(id: string, rows: readonly Row[], { language }: ViewMessages): Season {
  /** Returns the first row of this cultivar about the event. */
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

/** Returns the observed dates of all records, record by record in reading order. */
function rowsOf(words: ViewMessages): readonly Row[] {
  return sortedIds(words.language).flatMap((id) => {
    const { timing, notes } = observationsOf(id, words.language);
    return timing.map((row) => ({ ...row, id, notes }));
  });
}

/** Returns the number of the prefecture of each observation, by the key "id position". */
function prefectureNumbers(): ReadonlyMap<string, number> {
  // Prefectures are found by the Japanese names of the sites, in both languages.
  const sites = ids.flatMap((id) =>
    observationsOf(id, "ja").timing.map(
      (row, position) => [`${id} ${position}`, row.site ?? ""] as const,
    ),
  );
  return new Map(sites.map(([key, site]) => [key, prefectureNumberOf(site)]));
}

/**
 * Groups the observed dates by place and years; groups in the south come first, places in no single
 * prefecture last, among them those that a source does not name.
 */
function groupsOf(words: ViewMessages): readonly SeasonGroup[] {
  const numbers = prefectureNumbers();
  const groups = new Map<string, { readonly prefecture: number; readonly rows: Row[] }>();
  for (const id of sortedIds(words.language)) {
    const { timing, notes } = observationsOf(id, words.language);
    for (const [position, row] of timing.entries()) {
      const site = row.site ?? words.t("observations.timing.noSite");
      const key = `${site}\n${row.years ?? ""}`;
      const prefecture = numbers.get(`${id} ${position}`) ?? 0;
      const group = groups.get(key) ?? { prefecture, rows: [] };
      group.rows.push(...withStandard({ ...row, id, notes }));
      groups.set(key, group);
    }
  }
  return [...groups]
    .toSorted(([site, a], [other, b]) => b.prefecture - a.prefecture || (site < other ? -1 : 1))
    .map(([key, { rows }]) => {
      const [site = "", years = ""] = key.split("\n");
      const inGroup = [...new Set(rows.map(({ id }) => id))];
      return { site, years, seasons: inGroup.map((id) => seasonOf(id, rows, words)) };
    });
}

/**
 * Returns the data of the calendar page: the dates of bud break and picking of each cultivar, by
 * place.
 */
export function calendarOf(words: ViewMessages): Calendar {
  const { language, t } = words;
  const rows = rowsOf(words).flatMap(withStandard);
  /** Returns the ids of the records with a row that fulfils the condition. */
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
