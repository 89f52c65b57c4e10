/** Makes the timeline of registrations and the pages of breeders, in one language, at build time. */
import type {
  Breeder,
  BreederDecades,
  Breeders,
  BreederSummary,
  ChartRow,
  ChartView,
  DatedRecord,
  Timeline,
} from "../../../contracts/overview/overview.ts";
import type { Language } from "../../../contracts/language.ts";
import { listFormat } from "../../../language/lists.ts";
import { cultivarNamed, ids, recordOf } from "../records.ts";
import { undatedRegistration } from "../registrations.ts";
import type { ViewMessages } from "../viewMessages.ts";
import { yearChartOf } from "./years.ts";
import {
  gapsOf,
  hasOtherBreeder,
  instituteIds,
  instituteLabel,
  instituteNames,
  instituteOf,
} from "./institutes.ts";

const decadeYears = 10;
/** The fewest dated records of an institute with a drawing in the timeline. */
const datedLeast = 3;
/** The fewest records of an institute that share a parent in its chart. */
const sharedLeast = 2;
/** Sorts after every year. */
const undated = "9999";

/**
 * Returns the facts of a record that the timeline and the breeders' pages list; its year is empty
 * without a registration.
 */
export function datedRecord(id: string, words: ViewMessages): DatedRecord {
  const record = recordOf(id);
  return {
    ...cultivarNamed(id, words.language),
    year: record.registrationYear,
    registration: undatedRegistration(id, words),
    breeder: record.breeder[words.language],
    institute: instituteOf(record),
  };
}

/** Returns the year of a record's registration, as text; empty without one. */
const yearOf = (id: string) => recordOf(id).registrationYear;

/** Sorts ids of records by year of registration, then by name; undated records come last. */
export function sortRecords(some: readonly string[], language: Language): readonly string[] {
  const collator = new Intl.Collator(language);
  const nameOf = (id: string) => cultivarNamed(id, language).name;
  return some.toSorted(
    (a, b) =>
      (yearOf(a) || undated).localeCompare(yearOf(b) || undated) ||
      collator.compare(nameOf(a), nameOf(b)),
  );
}

/** Groups ids by the key that `keyOf` returns; groups are in the order of their first id. */
function groupBy(
  some: readonly string[],
  keyOf: (id: string) => string,
): readonly (readonly [string, readonly string[]])[] {
  const keys = [...new Set(some.map(keyOf))];
  return keys.map((key) => [key, some.filter((id) => keyOf(id) === key)]);
}

/** Returns the ids of the records that an institute bred. */
function bredBy(institute: string): readonly string[] {
  return ids.filter((id) => instituteOf(recordOf(id)) === institute);
}

const years = ids.flatMap((id) => (yearOf(id) === "" ? [] : Number(yearOf(id))));
/** Returns the first year of the decade of a year. */
const decadeOf = (year: number) => Math.floor(year / decadeYears) * decadeYears;

/**
 * Counts the given records by decade. The rows are all decades of the catalogue, so that charts
 * have the same places.
 */
function decadeRows(some: readonly string[], { t }: ViewMessages): readonly ChartRow[] {
  const decades = some.filter(yearOf).map((id) => decadeOf(Number(yearOf(id))));
  const rows: ChartRow[] = [];
  for (let year = decadeOf(Math.min(...years)); year <= Math.max(...years); year += decadeYears) {
    rows.push({
      label: t("statistics.decade", { year }),
      short: t("statistics.decadeShort", { year }),
      value: decades.filter((decade) => decade === year).length,
    });
  }
  return rows;
}

/** Returns an institute's name, first and last year of registration, and number of records. */
function summaryOf(id: string, words: ViewMessages): BreederSummary {
  const bred = bredBy(id);
  const dated = bred
    .map(yearOf)
    .filter((year) => year !== "")
    .sort();
  return {
    id,
    name: instituteLabel(id, words),
    first: dated[0] ?? null,
    last: dated.at(-1) ?? null,
    records: bred.length,
  };
}

/** Returns the institutes with at least one record, the one with the most first. */
function institutesOf(words: ViewMessages): readonly BreederSummary[] {
  return instituteIds
    .map((id) => summaryOf(id, words))
    .filter(({ records }) => records > 0)
    .sort((a, b) => b.records - a.records);
}

/**
 * Returns the data of the timeline; it leaves out records without a year, and institutes with fewer
 * than three dated records.
 */
export function timelineOf(words: ViewMessages): Timeline {
  const { language, t } = words;
  const dated = sortRecords(ids.filter(yearOf), language);
  const breeders = institutesOf(words)
    .map((summary): BreederDecades => {
      const bred = bredBy(summary.id).filter(yearOf);
      return { ...summary, records: bred.length, rows: decadeRows(bred, words) };
    })
    .filter(({ records }) => records >= datedLeast)
    .sort((a, b) => b.records - a.records);
  const [most] = breeders;
  return {
    meta: { title: t("timeline.meta.title"), description: t("timeline.meta.description") },
    dated: dated.length,
    records: ids.length,
    chart: yearChartOf(words),
    title: t("timeline.breeders.title", { name: most?.name ?? "", count: most?.records ?? 0 }),
    breeders,
    years: groupBy(dated, yearOf).map(([year, some]) => ({
      year,
      records: some.map((id) => datedRecord(id, words)),
    })),
  };
}

/**
 * Returns the data of the list of breeders: institutes, then other breeders, both by their number
 * of records. A record of an institute and a person is listed under both.
 */
export function breedersOf(words: ViewMessages): Breeders {
  const { language, t } = words;
  const bred = ids.filter((id) => recordOf(id).breeder[language] !== null);
  const others = sortRecords(bred, language).filter((id) => hasOtherBreeder(recordOf(id)));
  const collator = new Intl.Collator(language);
  return {
    meta: { title: t("breeders.meta.title"), description: t("breeders.meta.description") },
    institutes: institutesOf(words),
    others: groupBy(others, (id) => recordOf(id).breeder[language] ?? "")
      .map(([name, some]) => ({ name, records: some.map((id) => datedRecord(id, words)) }))
      .sort((a, b) => b.records.length - a.records.length || collator.compare(a.name, b.name)),
  };
}

/** Returns the title of a chart, which names the rows with the largest value. */
function titleOf(
  chart: "decades" | "parents",
  rows: readonly ChartRow[],
  { language, t }: ViewMessages,
): string {
  const count = Math.max(...rows.map(({ value }) => value));
  const top = rows.filter(({ value }) => value === count);
  const label = listFormat(language).format(top.map((row) => row.label));
  return t(`breeders.${chart}.${top.length > 1 ? "titleTied" : "title"}`, { label, count });
}

/** Returns the chart of an institute's records by decade; null if fewer than three are dated. */
function decadesChart(
  institute: string,
  some: readonly string[],
  words: ViewMessages,
): ChartView | null {
  const { t } = words;
  const dated = some.filter(yearOf);
  const rows = decadeRows(dated, words);
  if (dated.length < datedLeast) return null;
  return {
    id: `${institute}-decades`,
    title: titleOf("decades", rows, words),
    subtitle: t("breeders.decades.subtitle", { count: dated.length, records: some.length }),
    heads: [t("statistics.decades.label"), t("statistics.decades.value")],
    rows,
  };
}

/**
 * Returns the chart of the parents that at least two of the given records share; null without any.
 */
function parentsChart(
  institute: string,
  some: readonly string[],
  words: ViewMessages,
): ChartView | null {
  const { language, t } = words;
  const parents = some.map((id) => recordOf(id).parents.flatMap((one) => one.cultivarId ?? []));
  const rows = [...new Set(parents.flat())]
    .map((id) => ({
      label: cultivarNamed(id, language).name,
      value: parents.filter((pair) => pair.includes(id)).length,
      record: id,
    }))
    .filter(({ value }) => value >= sharedLeast)
    .sort((a, b) => b.value - a.value);
  if (rows.length === 0) return null;
  const known = some.filter((id) => recordOf(id).parents.length > 0).length;
  return {
    id: `${institute}-parents`,
    title: titleOf("parents", rows, words),
    subtitle: t("breeders.parents.subtitle", { count: known, records: some.length }),
    heads: [t("statistics.parents.label"), t("statistics.parents.value")],
    rows,
  };
}

/**
 * Returns the page of an institute: charts, its names through the years, and its records with their
 * parents.
 */
function breederOf(summary: BreederSummary, words: ViewMessages): Breeder {
  const { language, t } = words;
  const { id, name, records } = summary;
  const bred = sortRecords(bredBy(id), language);
  return {
    ...summary,
    meta: {
      title: t("breeders.one.title", { name }),
      description: t("breeders.one.description", { name, count: records }),
    },
    decades: decadesChart(id, bred, words),
    parents: parentsChart(id, bred, words),
    listed: bred.map((record) => ({
      ...datedRecord(record, words),
      parents: recordOf(record).parents.map(({ cultivarId, nameJa, nameEn }) => ({
        id: cultivarId,
        name: language === "ja" ? nameJa : nameEn,
      })),
    })),
    names: instituteNames(id, language),
    gaps: gapsOf(id),
  };
}

/** Returns the pages of all institutes with a record, by the institute's id. */
export function breederPagesOf(words: ViewMessages): Readonly<Record<string, Breeder>> {
  return Object.fromEntries(
    institutesOf(words).map((summary) => [summary.id, breederOf(summary, words)]),
  );
}
