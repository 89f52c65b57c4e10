/** Makes the tables of the timeline and of breeders, which are files of their own, at build time. */
import type {
  Breeder,
  Breeders,
  DatedRecord,
  Timeline,
} from "../../../contracts/overview/overview.ts";
import type { ViewMessages } from "../viewMessages.ts";
import { type Table, tableOf } from "./tables.ts";

type Tables = Readonly<Record<string, Table>>;

/** Returns a record as a row of a table: year, name, registration, breeder. */
function recordRow({ year, name, registration, breeder }: DatedRecord) {
  return [year, name, registration, breeder ?? ""];
}

/** Returns the heads of the columns of `recordRow`. */
function recordHeads({ t }: ViewMessages) {
  return [
    t("breeders.listed.year"),
    t("breeders.listed.name"),
    t("cultivar.registration"),
    t("breeders.person"),
  ];
}

/**
 * Returns three tables of the timeline: registrations by year, from the first year with one to the
 * last, breeders by decade, and dated records.
 */
export function timelineTables({ chart, breeders, years }: Timeline, words: ViewMessages): Tables {
  const { t } = words;
  const decades = (breeders[0]?.rows ?? []).map(({ label }) => label);
  const drawn = chart.decades.flatMap(({ rows }) => rows);
  const hasAny = drawn.map(({ value }) => value > 0);
  // Of the years before and after, zero registrations would be a statement that nobody checked.
  const counted = drawn.slice(hasAny.indexOf(true), hasAny.lastIndexOf(true) + 1);
  return {
    "timeline-years": [
      [t("timeline.chart.year"), t("timeline.chart.count")],
      ...counted.map(({ label, value }) => [label, value]),
    ],
    "timeline-breeders": [
      [t("timeline.breeders.name"), ...decades, t("timeline.breeders.total")],
      ...breeders.map(({ name, rows, records }) => [
        name,
        ...rows.map(({ value }) => value),
        records,
      ]),
    ],
    timeline: [recordHeads(words), ...years.flatMap(({ records }) => records.map(recordRow))],
  };
}

/**
 * Returns the tables of breeders: the list of institutes, and for each the charts and the records.
 */
export function breederTables(
  { institutes }: Breeders,
  byId: Readonly<Record<string, Breeder>>,
  words: ViewMessages,
): Tables {
  const { t } = words;
  const heads = [t("breeders.name"), t("breeders.records"), t("breeders.years")];
  const charts = Object.values(byId).flatMap(({ decades, parents }) =>
    [decades, parents].flatMap((chart) => (chart ? [[chart.id, tableOf(chart)]] : [])),
  );
  const records = Object.entries(byId).map(([id, { listed }]) => [
    `${id}-records`,
    [recordHeads(words), ...listed.map(recordRow)],
  ]);
  return {
    breeders: [
      heads,
      ...institutes.map(({ name, records: count, first, last }) => [
        name,
        count,
        first === last ? (first ?? "") : `${first}–${last}`,
      ]),
    ],
    ...Object.fromEntries([...charts, ...records]),
  };
}
