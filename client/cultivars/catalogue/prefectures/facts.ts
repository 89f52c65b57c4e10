/** What sources say of prefectures: tea areas, recommended cultivars, and areas of single cultivars. */
import areaTable from "../../../../shared/catalogue/acreage.json" with { type: "json" };
import factTable from "../../../../shared/catalogue/prefectures.json" with { type: "json" };
import placeTable from "../../../../shared/reference/prefectures.json" with { type: "json" };
import type { Basis } from "../../../contracts/cultivar.ts";
import type { Language } from "../../../contracts/language.ts";
import type {
  AreaOfYear,
  GrownArea,
  GrownThere,
  RecommendedThere,
  Sourced,
} from "../../../contracts/overview/map.ts";
import type { Prefecture } from "../../../contracts/prefectures.ts";
import { documentNamed } from "../evidence/documents.ts";
import { sourceViewsOf } from "../evidence/links.ts";
import { cultivarNamed, cultivars } from "../records.ts";
import type { ViewMessages } from "../viewMessages.ts";

type InBoth = Readonly<Record<Language, string>>;

interface ClaimRow {
  readonly basis: Basis;
  readonly sources: readonly string[];
  readonly quoted?: string;
  readonly note: InBoth | null;
}

interface TeaAreaRow extends ClaimRow {
  readonly year: number;
  readonly hectares: number;
}

interface RecommendedRow extends ClaimRow {
  readonly cultivars: readonly string[];
  readonly when: InBoth;
}

interface Facts {
  readonly areas: readonly TeaAreaRow[];
  readonly recommended: readonly RecommendedRow[];
}

interface GrownRow extends ClaimRow {
  readonly region: InBoth;
  readonly year: number | null;
  readonly hectares: number | null;
  readonly sharePercent: number | null;
  readonly shareOf: InBoth | null;
}

/**
 * Returns a JSON table as a type. The host's strict reader validates the files; the compiler would
 * infer plain strings for their literals.
 */
const typed = <Table>(table: unknown): Table => JSON.parse(JSON.stringify(table));
const facts = typed<Readonly<Record<string, Facts>>>(factTable);
const grown = typed<Readonly<Record<string, readonly GrownRow[]>>>(areaTable);

/**
 * Returns the sources of a row with links. A source that has pages on single records is linked to
 * that on `record`.
 */
function sourcedOf({ sources, quoted }: ClaimRow, language: Language, record = ""): Sourced {
  const links = sources.flatMap((key) => sourceViewsOf(key, record));
  return {
    sources: links.map(({ title, url }) => ({ title, url })),
    quoted: quoted ? documentNamed(quoted, language) : null,
  };
}

/** Returns whether sources say anything of a prefecture. */
export const hasFacts = (id: Prefecture): boolean => Object.hasOwn(facts, id);

/** Returns the tea area of a prefecture by year, in hectares. */
export function areasOf(id: Prefecture, language: Language): readonly AreaOfYear[] {
  return (facts[id]?.areas ?? []).map((row) => ({
    year: row.year,
    hectares: row.hectares,
    note: row.note?.[language] ?? null,
    ...sourcedOf(row, language),
  }));
}

/**
 * Returns the cultivars that a prefecture recommends, each group with its time and sources; a
 * source with pages on single records is linked at that on the group's first cultivar.
 */
export function recommendedIn(id: Prefecture, language: Language): readonly RecommendedThere[] {
  return (facts[id]?.recommended ?? []).map((row) => ({
    cultivars: row.cultivars.map((one) => cultivarNamed(one, language)),
    when: row.when[language],
    note: row.note?.[language] ?? null,
    ...sourcedOf(row, language, row.cultivars[0]),
  }));
}

/**
 * Returns the name for a key of the table of areas: a record's id, "native" for native tea, or
 * others.
 */
function grownName(id: string, { language, t }: ViewMessages): Pick<GrownArea, "id" | "name"> {
  if (Object.hasOwn(cultivars, id)) return cultivarNamed(id, language);
  const name = t(id === "native" ? "prefectures.grown.native" : "prefectures.grown.others");
  return { id: null, name };
}

/** Returns the size that areas are sorted by: percent, else hectares. */
const size = ({ percent, hectares }: GrownArea) => percent ?? hectares ?? 0;

/**
 * Returns the planted areas of cultivars in a prefecture, grouped by year, sources, note and
 * reference area of the percentages; the newest year first, in it the largest area first.
 */
export function grownIn(id: Prefecture, words: ViewMessages): readonly GrownThere[] {
  const { language } = words;
  const found = new Map<string, GrownThere>();
  for (const [record, rows] of Object.entries(grown)) {
    for (const row of rows.filter(({ region }) => region.en === placeTable[id].name)) {
      const { year, hectares, sharePercent: percent } = row;
      const percentOf = row.shareOf?.[language] ?? null;
      const note = row.note?.[language] ?? null;
      const key = JSON.stringify([year, percentOf, note, row.sources, row.quoted]);
      const known = found.get(key) ?? {
        year,
        percentOf,
        note,
        ...sourcedOf(row, language, record),
        areas: [],
      };
      const areas = [...known.areas, { ...grownName(record, words), hectares, percent }];
      found.set(key, { ...known, areas: areas.sort((a, b) => size(b) - size(a)) });
    }
  }
  return [...found.values()].sort((a, b) => (b.year ?? 0) - (a.year ?? 0));
}
