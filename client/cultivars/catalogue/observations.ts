/** Makes the views of what sources observed on a cultivar, in one language, at build time. */
import rightTable from "../../../shared/catalogue/rights.json" with { type: "json" };
import timingTable from "../../../shared/catalogue/timing.json" with { type: "json" };
import ratingTable from "../../../shared/catalogue/resistance.json" with { type: "json" };
import contentTable from "../../../shared/catalogue/composition.json" with { type: "json" };
import areaTable from "../../../shared/catalogue/acreage.json" with { type: "json" };
import changelogTable from "../../../shared/catalogue/changelog.json" with { type: "json" };
import edition from "../../../shared/catalogue/edition.json" with { type: "json" };
import type { Basis } from "../../contracts/cultivar.ts";
import type { Language } from "../../contracts/language.ts";
import type {
  AreaSeries,
  AreaView,
  ConflictView,
  ContentView,
  Coverage,
  HistoryStep,
  ObservationsView,
  RatingView,
  RightView,
  SourceNote,
  TimingView,
} from "../../contracts/observations.ts";
import { diseases, resistanceOf } from "./facets/diseases.ts";
import { type ConflictRecord, conflicts, ids, recordOf } from "./records.ts";
import { subjectOf } from "./evidence/disputes.ts";
import { documentNamed } from "./evidence/documents.ts";
import { sourceViewsOf } from "./evidence/links.ts";
import { inTimingOrder } from "./evidence/timingOrder.ts";

type InBoth = Readonly<Record<Language, string>>;

interface Claim {
  readonly basis: Basis;
  readonly sources: readonly string[];
  readonly quoted?: string | null;
}

/** A stored row: the fields of a view, with texts in both languages and a claim for its note. */
type Stored<View, Texts extends string = never> = Omit<View, Texts | "note" | "remark"> &
  Claim & { readonly [Text in Texts]: InBoth | null };

interface Remarked {
  readonly note: InBoth | null;
}

type TimingRow = Stored<TimingView, "site" | "years"> & Remarked;
type AreaRow = Stored<AreaView, "shareOf"> & Remarked & { readonly region: InBoth };
type RatingRow = Omit<Stored<RatingView>, "rating" | "original"> & { readonly rating: InBoth };

interface ContentRow extends Claim, Remarked {
  readonly compound: InBoth;
  readonly value: number | null;
  readonly valueMost: number | null;
  readonly unit: InBoth | null;
  readonly yabukita: number | null;
  readonly statement: InBoth | null;
  readonly season: InBoth | null;
}

type Table<Row> = Readonly<Record<string, Row>>;

/**
 * Returns a JSON table as rows of a type. The host's strict reader validates the files; the
 * compiler would infer plain strings for their literals.
 */
const typed = <Row>(table: unknown): Table<Row> => JSON.parse(JSON.stringify(table));
const rights = typed<Stored<RightView>>(rightTable);
const timing = typed<readonly TimingRow[]>(timingTable);
export const ratings = typed<readonly RatingRow[]>(ratingTable);
const contents = typed<readonly ContentRow[]>(contentTable);
const areas = typed<readonly AreaRow[]>(areaTable);

interface RevisionRow {
  readonly what: InBoth;
  readonly why: InBoth;
  readonly credit?: string | null;
}

interface ChangeRow {
  readonly date: string;
  /** Records that it published first; those that no edition names are of the first one. */
  readonly added?: readonly string[];
}

const changelog = typed<Table<readonly RevisionRow[]>>(changelogTable);
const changes = Object.entries(typed<ChangeRow>(edition.changes));
const addedBy: ReadonlyMap<string, string> = new Map(
  changes.flatMap(([version, { added = [] }]) => added.map((id) => [id, version] as const)),
);

/** Counts the records of the catalogue that have rows in a table. */
function countRecordsIn(table: Table<unknown>): number {
  return ids.filter((id) => Object.hasOwn(table, id)).length;
}

/** Counts records; a right counts where a register entry or an application is recorded. */
export const coverage: Coverage = {
  rights: ids.filter((id) => ["granted", "announced"].includes(rights[id]?.status ?? "")).length,
  timing: countRecordsIn(timing),
  ratings: countRecordsIn(ratings),
  composition: countRecordsIn(contents),
  area: countRecordsIn(areas),
  records: ids.length,
};

/** The notes on one record: sources of values and how they state them, each note once. */
class Notes {
  readonly all: SourceNote[] = [];
  readonly #id: string;
  readonly #language: Language;

  constructor(id: string, language: Language) {
    this.#id = id;
    this.#language = language;
  }

  /** Returns the position of a claim's note in the list; adds the note if it is new. */
  positionOf({ basis, sources, quoted }: Claim): number {
    const links = sources.flatMap((key) => sourceViewsOf(key, this.#id));
    const note: SourceNote = {
      basis,
      sources: links.map(({ title, publisher, url }) => ({ title, publisher, url })),
      quoted: quoted ? documentNamed(quoted, this.#language) : null,
    };
    const text = JSON.stringify(note);
    const known = this.all.findIndex((one) => JSON.stringify(one) === text);
    return known < 0 ? this.all.push(note) - 1 : known;
  }
}

/** Writes an amount with its unit: "%" and "倍" follow the number directly, words follow a space. */
function amountOf({ value, valueMost, unit }: ContentRow, language: Language): string {
  const range = valueMost === null ? `${value}` : `${value}–${valueMost}`;
  const name = unit?.[language] ?? "";
  return /^[%倍]/.test(name) ? range + name : `${range} ${name}`.trim();
}

/** Returns the view of the content of one compound, beside that of Yabukita in the same trial. */
function contentOf(row: ContentRow, notes: Notes, language: Language): ContentView {
  const { compound, value, statement, yabukita, season, note } = row;
  const stated = statement?.[language] ?? "";
  return {
    compound: compound[language],
    value: value === null ? stated : amountOf(row, language),
    yabukita:
      yabukita === null ? null : amountOf({ ...row, value: yabukita, valueMost: null }, language),
    season: season?.[language] ?? null,
    remark: note?.[language] ?? null,
    note: notes.positionOf(row),
  };
}

/** Returns the view of one observed date of bud break or picking. */
function timingOf(row: TimingRow, notes: Notes, language: Language): TimingView {
  const { event, date, yabukitaDate, offsetDays, site, years, note } = row;
  return {
    event,
    date,
    yabukitaDate,
    offsetDays,
    site: site?.[language] ?? null,
    years: years?.[language] ?? null,
    remark: note?.[language] ?? null,
    note: notes.positionOf(row),
  };
}

/**
 * Returns the view of one rating of a trait. Its `level` is a value of the list's filter by that
 * disease, null where the filter does not find the record by it.
 */
function ratingOf(id: string, row: RatingRow, notes: Notes, language: Language): RatingView {
  const { trait, rating, scale, level } = row;
  const disease = diseases.find((name) => name === trait);
  const levels = disease ? resistanceOf(id, recordOf(id), disease) : [];
  return {
    trait,
    rating: rating[language],
    original: language === "ja" ? null : rating.ja,
    scale,
    level: level !== null && levels.includes(level) ? level : null,
    note: notes.positionOf(row),
  };
}

/** Returns the view of one planted area: hectares, or the share of a reference area in percent. */
function areaOf(row: AreaRow, notes: Notes, language: Language): AreaView {
  const { region, year, hectares, sharePercent, shareOf, rank, note } = row;
  return {
    region: region[language],
    year,
    hectares,
    sharePercent,
    shareOf: shareOf?.[language] ?? null,
    rank,
    remark: note?.[language] ?? null,
    note: notes.positionOf(row),
  };
}

/** The fewest points of a chart. */
const pointsLeast = 3;

/** Groups areas with a year and a value in `unit` into series by region and reference area. */
function seriesOf(rows: readonly AreaView[], unit: AreaSeries["unit"]): readonly AreaSeries[] {
  const found = new Map<string, AreaSeries>();
  for (const { region, year, shareOf, [unit]: value } of rows) {
    if (year === null || value === null) continue;
    const whole = unit === "hectares" ? null : shareOf;
    const key = `${region} ${whole}`;
    const points = [...(found.get(key)?.points ?? []), { year, value }];
    found.set(key, { region, unit, shareOf: whole, points });
  }
  return [...found.values()];
}

/**
 * Returns the series with the most points, by year; of equally long ones that in hectares. Null if
 * it has fewer than three.
 */
export function longestSeries(rows: readonly AreaView[]): AreaSeries | null {
  const found = [...seriesOf(rows, "hectares"), ...seriesOf(rows, "sharePercent")];
  const [longest] = found.sort((a, b) => b.points.length - a.points.length);
  if (longest === undefined || longest.points.length < pointsLeast) return null;
  return { ...longest, points: longest.points.toSorted((a, b) => a.year - b.year) };
}

/** Returns the view of a record's plant breeder's right, and adds its source to `notes`; null without one. */
function rightOf(id: string, notes: Notes): RightView | null {
  const row = rights[id];
  if (row === undefined) return null;
  const { basis, sources, quoted, ...right } = row;
  return { ...right, note: notes.positionOf(row) };
}

/**
 * Returns the view of one field on which sources disagree: the values, the one that the record
 * follows, and why.
 */
function conflictOf(row: ConflictRecord, notes: Notes, language: Language): ConflictView {
  return {
    subject: subjectOf(row),
    status: row.status,
    values: row.values.map((side) => ({
      value: side.value[language],
      note: notes.positionOf(side),
    })),
    follows: row.follows[language],
    reason: row.reason[language],
  };
}

/**
 * Compares rows by year; undated rows come last. The difference of two of these is NaN, which
 * counts as 0.
 */
function byYear(a: AreaRow, b: AreaRow): number {
  const last = Number.POSITIVE_INFINITY;
  return (a.year ?? last) - (b.year ?? last) || 0;
}

/** Returns the editions that added or revised a record, with their revisions, newest first. */
function historyOf(id: string, language: Language): readonly HistoryStep[] {
  const first = addedBy.get(id) ?? changes[0]?.[0];
  const steps = changes.map(([version, { date }]) => ({
    version,
    date,
    isNew: version === first,
    revisions: (changelog[version]?.[id] ?? []).map(({ what, why, credit = null }) => ({
      what: what[language],
      why: why[language],
      credit,
    })),
  }));
  return steps.filter(({ isNew, revisions }) => isNew || revisions.length > 0).reverse();
}

/** Returns all that sources observed on a record; rows refer to `notes` by position. */
export function observationsOf(id: string, language: Language): ObservationsView {
  const notes = new Notes(id, language);
  const areaViews = (areas[id] ?? []).toSorted(byYear).map((row) => areaOf(row, notes, language));
  return {
    // The calls below fill this list.
    notes: notes.all,
    isListed: recordOf(id).kind === "cultivar",
    right: rightOf(id, notes),
    timing: inTimingOrder(timing[id] ?? []).map((row) => timingOf(row, notes, language)),
    ratings: (ratings[id] ?? []).map((row) => ratingOf(id, row, notes, language)),
    contents: (contents[id] ?? []).map((row) => contentOf(row, notes, language)),
    areas: areaViews,
    areaSeries: longestSeries(areaViews),
    conflicts: (conflicts[id] ?? []).map((row) => conflictOf(row, notes, language)),
    coverage,
    history: historyOf(id, language),
  };
}
