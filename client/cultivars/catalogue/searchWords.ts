/** Names that the search index takes from tables and messages, at build time. */
import rightTable from "../../../shared/catalogue/rights.json" with { type: "json" };
import type { SearchWords } from "../search/searchIndex.ts";
import { type Language, languages } from "../../contracts/language.ts";
import type { Translate } from "../../language/translator.ts";
import { ratings } from "./observations.ts";
import { cultivars, lineageNamed, usesOf } from "./records.ts";

const maturities = ["very-early", "early", "mid", "late", "very-late"] as const;

/** Returns by record the numbers of its applications for a plant variety right. */
function applications(): SearchWords["applications"] {
  return Object.fromEntries(
    Object.entries(rightTable).map(([id, { applicationNo }]) => [
      id,
      applicationNo === null ? [] : [applicationNo],
    ]),
  );
}

/** Returns by record the names of the rated diseases, pests and kinds of cold in both languages. */
function ratedTraits(translate: Readonly<Record<Language, Translate>>): SearchWords["ratings"] {
  return Object.fromEntries(
    Object.entries(ratings).map(([id, rows]) => [
      id,
      [...new Set(rows.map(({ trait }) => trait))].flatMap((trait) =>
        languages.map((language) => translate[language](`observations.ratings.traits.${trait}`)),
      ),
    ]),
  );
}

/**
 * Returns the names of uses, lineages, harvest periods and rated traits in both languages and the
 * numbers of applications, for the search index.
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
    applications: applications(),
    ratings: ratedTraits(translate),
    maturities: Object.fromEntries(
      maturities.map((maturity) => [
        maturity,
        languages.map((language) => translate[language](`cultivar.maturity.${maturity}`)),
      ]),
    ),
  };
}
