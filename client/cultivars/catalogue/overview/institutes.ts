/** Breeding institutes with their names through the years, and which of them bred a record. */
import table from "../../../../shared/catalogue/institutes.json" with { type: "json" };
import type { Language } from "../../../contracts/language.ts";
import type { InstituteNameView, InstitutePeriod } from "../../../contracts/overview/overview.ts";
import type { CultivarRecord } from "../records.ts";
import type { ViewMessages } from "../viewMessages.ts";

interface InstituteName {
  readonly ja: string;
  readonly en: string;
  readonly periods: readonly { readonly from: string | null; readonly until: string | null }[];
  readonly sources: readonly string[];
}

const institutes: Readonly<Record<string, readonly InstituteName[]>> = table.institutes;

interface SourcePage {
  readonly title: string;
  readonly url: string;
  readonly remark?: Readonly<Record<Language, string>>;
}

const pages: Readonly<Record<string, SourcePage>> = table.sources;

export const instituteIds: readonly string[] = Object.keys(institutes);

// A long name can include a short one.
const byLength = Object.entries(institutes)
  .flatMap(([id, names]) => names.map(({ ja }) => ({ id, ja })))
  .sort((a, b) => b.ja.length - a.ja.length);

/**
 * Returns the id of the institute that bred a record, by any of its names; null for persons,
 * companies and unknown breeders.
 */
export function instituteOf({ breeder: { ja } }: CultivarRecord): string | null {
  return byLength.find((name) => ja?.includes(name.ja))?.id ?? null;
}

/** Returns whether the record names a breeder other than institutes, alone or beside one. */
export function hasOtherBreeder({ breeder: { ja } }: CultivarRecord): boolean {
  return ja !== null && byLength.every((name) => name.ja !== ja);
}

/** Sorts before every year and after every year. */
const [never, always] = ["0000", "9999"];

/**
 * Returns an institute's present or last name; of two names of the same period the shorter one.
 * Throws for an unknown id.
 */
export function instituteName(id: string, language: Language): string {
  /** Returns a key that sorts names by the end, then the beginning of their last period. */
  const lastOf = (name: InstituteName) =>
    name.periods
      .map(({ from, until }) => `${until ?? always} ${from ?? never}`)
      .sort()
      .at(-1) ?? "";
  const [newest] = (institutes[id] ?? []).toSorted(
    (a, b) => lastOf(b).localeCompare(lastOf(a)) || a.ja.length - b.ja.length,
  );
  if (newest === undefined) throw new Error(`no institute named ${id}`);
  return newest[language];
}

/**
 * Returns an institute's name for headings that count records of all its years: with a note that
 * earlier names are included, if it had some.
 */
export function instituteLabel(id: string, { language, t }: ViewMessages): string {
  const name = instituteName(id, language);
  return (institutes[id] ?? []).length > 1 ? t("breeders.earlier", { name }) : name;
}

/**
 * Returns the periods between an institute's names for which the table has no name. Two dates (day,
 * month or year) are compared as far as both are exact.
 */
export function gapsOf(id: string): readonly InstitutePeriod[] {
  const periods = (institutes[id] ?? [])
    .flatMap((name) => name.periods)
    .toSorted((a, b) => (a.from ?? never).localeCompare(b.from ?? never));
  const gaps: InstitutePeriod[] = [];
  let end: string | null = null;
  for (const { from, until } of periods) {
    if (end !== null && from !== null && from.slice(0, end.length) > end.slice(0, from.length))
      gaps.push({ from: end, until: from });
    if (end === null || (until ?? always) > end) end = until ?? always;
  }
  return gaps;
}

/**
 * Returns all names of an institute with their periods and sources, in the order of the table; none
 * for an unknown id.
 */
export function instituteNames(id: string, language: Language): readonly InstituteNameView[] {
  return (institutes[id] ?? []).map((name) => ({
    name: name[language],
    periods: name.periods,
    sources: name.sources.flatMap((key) => {
      const page = pages[key];
      return page ? [{ ...page, remark: page.remark?.[language] ?? null }] : [];
    }),
  }));
}
