/** Breeding institutes with their names through the years, and the records that each bred. */
import table from "../../../../shared/catalogue/institutes.json" with { type: "json" };
import type { Language } from "../../../contracts/language.ts";
import type { InstituteNameView } from "../../../contracts/overview/overview.ts";
import type { CultivarRecord } from "../records.ts";

interface InstituteName {
  readonly ja: string;
  readonly en: string;
  readonly periods: readonly { readonly from: string | null; readonly until: string | null }[];
  readonly sources: readonly string[];
}

const institutes: Readonly<Record<string, readonly InstituteName[]>> = table.institutes;
const pages: Readonly<Record<string, { readonly title: string; readonly url: string }>> =
  table.sources;

export const instituteIds: readonly string[] = Object.keys(institutes);

// A long name can include a short one.
const byLength = Object.entries(institutes)
  .flatMap(([id, names]) => names.map(({ ja }) => ({ id, ja })))
  .sort((a, b) => b.ja.length - a.ja.length);

/**
 * Returns the institute that bred a record, whatever its name then; null for persons, companies
 * and unknown breeders.
 */
export function instituteOf({ breeder: { ja } }: CultivarRecord): string | null {
  return byLength.find((name) => ja?.includes(name.ja))?.id ?? null;
}

/** Sorts before every year and after every year. */
const [never, always] = ["0000", "9999"];

/** Returns the newest name; of two that began together the shorter one. */
export function instituteName(id: string, language: Language): string {
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

/** Lists all names with their periods, in the order of the table, which is that of time. */
export function namesOf(id: string, language: Language): readonly InstituteNameView[] {
  return (institutes[id] ?? []).map((name) => ({
    name: name[language],
    periods: name.periods,
    sources: name.sources.flatMap((key) => pages[key] ?? []),
  }));
}
