/** Names that the search index takes from tables and messages, at build time. */
import type { SearchWords } from "../search/searchIndex.ts";
import { type Language, languages } from "../../contracts/language.ts";
import type { Translate } from "../../language/translator.ts";
import { cultivars, lineageNamed, usesOf } from "./records.ts";

const maturities = ["very-early", "early", "mid", "late", "very-late"] as const;

/**
 * Returns the names of uses, lineages and harvest periods in both languages, for the search index.
 */
export function searchWordsOf(translate: Readonly<Record<Language, Translate>>): SearchWords {
  const records = Object.values(cultivars);
  const codes = [...new Set(records.flatMap(({ lineage }) => lineage))];
  /** Returns the names of a use in both languages. */
  const ofUse = (id: string) =>
    languages.flatMap((language) =>
      usesOf(records, language).flatMap((use) => (use.id === id ? use.name : [])),
    );
  /** Returns a table from keys to the names that `names` returns. */
  const table = (keys: readonly string[], names: (key: string) => readonly string[]) =>
    Object.fromEntries(keys.map((key) => [key, names(key)]));
  return {
    uses: table(
      usesOf(records, "en").map(({ id }) => id),
      ofUse,
    ),
    lineages: table(codes, (code) =>
      languages.map((language) => lineageNamed(code, language).name),
    ),
    maturities: Object.fromEntries(
      maturities.map((maturity) => [
        maturity,
        languages.map((language) => translate[language](`cultivar.maturity.${maturity}`)),
      ]),
    ),
  };
}
