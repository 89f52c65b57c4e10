/** Makes the figures of the whole catalogue, in one language, at build time. */
import areaTable from "../../../../shared/catalogue/acreage.json" with { type: "json" };
import rightTable from "../../../../shared/catalogue/rights.json" with { type: "json" };
import type { EvidenceKind, RecordKind } from "../../../contracts/cultivar.ts";
import type { RightDates } from "../../../contracts/observations.ts";
import type {
  AreaShare,
  ChartRow,
  ChartView,
  GroupShare,
  Statistics,
} from "../../../contracts/overview/overview.ts";
import { documentNamed } from "../evidence/documents.ts";
import { cultivarNamed, cultivars, ids, sources, useNamed, usesOf } from "../records.ts";
import type { ParentRecord } from "../records.ts";
import type { ViewMessages } from "../viewMessages.ts";

const records = Object.values(cultivars);
const rights: Readonly<Record<string, RightDates>> = JSON.parse(JSON.stringify(rightTable));

const decadeYears = 10;
/** The fewest children of a parent in the chart. */
const childrenLeast = 3;

/** The heads of the table's columns are messages of the chart. */
type ChartName = "decades" | "uses" | "parents" | "evidence" | "kinds";

interface ChartParts {
  readonly rows: readonly ChartRow[];
  /** Records that the chart counts. */
  readonly covered: number;
  /** The number with which the title may compare the highest row. */
  readonly total: number;
}

/** Returns the row with the highest value; throws without rows. */
function highestOf(rows: readonly ChartRow[]): ChartRow {
  const [first] = rows.toSorted((a, b) => b.value - a.value);
  if (first === undefined) throw new Error("a chart has no rows");
  return first;
}

/**
 * Returns a chart, whose title names its highest row; title, subtitle and column heads are the
 * messages below `statistics.{name}`.
 */
function chartOf(
  name: ChartName,
  { rows, covered, total }: ChartParts,
  { t }: ViewMessages,
): ChartView {
  const { label, value } = highestOf(rows);
  return {
    id: name,
    title: t(`statistics.${name}.title`, { label, count: value, total }),
    subtitle: t(`statistics.${name}.subtitle`, { count: covered, records: records.length, total }),
    heads: [t(`statistics.${name}.label`), t(`statistics.${name}.value`)],
    rows,
  };
}

/**
 * Returns the chart of registrations by decade; decades between the first and the last without one
 * are rows too.
 */
function decadesOf(words: ViewMessages): ChartView {
  const decades = records.flatMap(({ registrationYear: year }) =>
    year ? Math.floor(Number(year) / decadeYears) * decadeYears : [],
  );
  const [first, last] = [Math.min(...decades), Math.max(...decades)];
  const rows: ChartRow[] = [];
  for (let decade = first; decade <= last; decade += decadeYears) {
    const value = decades.filter((one) => one === decade).length;
    rows.push({
      label: words.t("statistics.decade", { year: decade }),
      short: words.t("statistics.decadeShort", { year: decade }),
      value,
    });
  }
  return chartOf("decades", { rows, covered: decades.length, total: decades.length }, words);
}

/** Compares rows by value, the highest first. */
const byValue = (a: ChartRow, b: ChartRow) => b.value - a.value;

/** Returns the chart of the records that suit each use. */
function usesChart(words: ViewMessages): ChartView {
  const used = records.filter(({ uses }) => uses.length > 0);
  const rows = usesOf(records, words.language)
    .map(({ id }) => ({
      label: useNamed(id, words.language).name,
      value: used.filter(({ uses }) => uses.includes(id)).length,
    }))
    .sort(byValue);
  return chartOf("uses", { rows, covered: used.length, total: records.length }, words);
}

/** Returns the chart of the records with at least three children, by their number of children. */
function parentsChart(words: ViewMessages): ChartView {
  const withParents = records.filter(({ parents }) => parents.length > 0);
  const rows = ids
    .map((id) => ({
      label: cultivarNamed(id, words.language).name,
      value: withParents.filter(({ parents }) => parents.some((one) => one.cultivarId === id))
        .length,
      record: id,
    }))
    .filter(({ value }) => value >= childrenLeast)
    .sort(byValue);
  return chartOf("parents", { rows, covered: withParents.length, total: records.length }, words);
}

const evidenceKinds: readonly EvidenceKind[] = [
  "breeder-record",
  "register",
  "list",
  "dna",
  "presumed",
  "disputed",
];

/**
 * Returns how many parents are attributed to the breeder's own record, by the best way in which it
 * is known: read, second-hand, or not yet tied to one source.
 */
function breedersRecords(parents: readonly ParentRecord[]) {
  const counts = { read: 0, quoted: 0, carried: 0 };
  for (const { evidence } of parents) {
    const bases = evidence.flatMap(({ kind, basis }) => (kind === "breeder-record" ? basis : []));
    if (bases.includes("read")) counts.read += 1;
    else if (bases.includes("quoted")) counts.quoted += 1;
    else if (bases.length > 0) counts.carried += 1;
  }
  return counts;
}

/**
 * Returns the chart of the parents that each kind of evidence supports; a parent can count in
 * several kinds.
 */
function evidenceChart(words: ViewMessages): ChartView {
  const parents = records.flatMap((record) => record.parents);
  const rows = evidenceKinds.map((kind) => ({
    label: words.t(`statistics.evidence.kind.${kind}`),
    value: parents.filter(({ evidence }) => evidence.some((one) => one.kind === kind)).length,
  }));
  const covered = records.filter((record) => record.parents.length > 0).length;
  const chart = chartOf("evidence", { rows, covered, total: parents.length }, words);
  const known = words.t("statistics.evidence.known", breedersRecords(parents));
  return { ...chart, subtitle: `${chart.subtitle}${words.language === "ja" ? "" : " "}${known}` };
}

const kinds: readonly RecordKind[] = [
  "cultivar",
  "line",
  "parental-line",
  "population",
  "ornamental",
];

/** Returns the chart of the records of each kind: cultivars, lines, populations and others. */
function kindsChart(words: ViewMessages): ChartView {
  const rows = kinds.map((kind) => ({
    label: words.t(`statistics.kinds.kind.${kind}`),
    value: records.filter((record) => record.kind === kind).length,
  }));
  return chartOf("kinds", { rows, covered: records.length, total: records.length }, words);
}

/** Returns title and address of a source as a list of one; an unknown key gives an empty list. */
function linkOf(key: string): AreaShare["sources"] {
  const source = sources[key];
  return source ? [{ title: source.title, url: source.url }] : [];
}

/** Returns Yabukita's share of all tea gardens of Japan in percent, by year. */
function areaShares({ language }: ViewMessages): readonly AreaShare[] {
  return (areas.yabukita ?? [])
    .flatMap(({ region, year, hectares, sharePercent, shareOf, note, sources: keys, quoted }) => {
      const isWhole = region.en === "Japan" && shareOf?.en === "national tea area";
      if (!isWhole || year === null || sharePercent === null) return [];
      return [
        {
          year,
          percent: sharePercent,
          hectares,
          note: note?.[language] ?? null,
          sources: keys.flatMap((key) => linkOf(key)),
          quoted: quoted ? documentNamed(quoted, language) : null,
        },
      ];
    })
    .sort((a, b) => a.year - b.year);
}

interface AreaRow {
  readonly region: Readonly<Record<ViewMessages["language"], string>>;
  readonly year: number | null;
  readonly hectares: number | null;
  readonly note: Readonly<Record<ViewMessages["language"], string>> | null;
  readonly sharePercent: number | null;
  readonly shareOf: Readonly<Record<ViewMessages["language"], string>> | null;
  readonly sources: readonly string[];
  readonly quoted?: string;
}

const groupNames = ["native", "others", "all"] as const;
const areas: Readonly<Record<string, readonly AreaRow[]>> = JSON.parse(JSON.stringify(areaTable));

/**
 * Returns the area shares of groups that are no record, such as native tea, in percent: by group,
 * then by region and year.
 */
function groupShares({ language, t }: ViewMessages): readonly GroupShare[] {
  return groupNames.flatMap((name) =>
    (areas[name] ?? [])
      .flatMap(({ region, year, sharePercent, shareOf, sources: keys, quoted }) => {
        if (year === null || sharePercent === null) return [];
        return [
          {
            group: t(`statistics.groups.name.${name}`),
            region: region[language],
            year,
            percent: sharePercent,
            of: shareOf?.[language] ?? "",
            sources: keys.flatMap((key) => linkOf(key)),
            quoted: quoted ? documentNamed(quoted, language) : null,
          },
        ];
      })
      .sort((a, b) => a.region.localeCompare(b.region, language) || a.year - b.year),
  );
}

/** Returns the data of the statistics page. */
export function statisticsOf(words: ViewMessages): Statistics {
  const { t } = words;
  return {
    meta: { title: t("statistics.meta.title"), description: t("statistics.meta.description") },
    records: records.length,
    decades: decadesOf(words),
    charts: [usesChart(words), parentsChart(words), evidenceChart(words), kindsChart(words)],
    rights: ids.flatMap((id) => {
      const right = rights[id];
      if (right === undefined) return [];
      const { status, granted, termYears, ended } = right;
      return [{ status, granted, termYears, ended }];
    }),
    area: areaShares(words),
    groups: groupShares(words),
  };
}
