/** Compared records of the real catalogue, and the rows of their comparison. */
import type { ComparedRecord } from "../../../../client/contracts/cultivar.ts";
import type { Language } from "../../../../client/contracts/language.ts";
import { observationsOf } from "../../../../client/cultivars/catalogue/observations.ts";
import { ComparisonRows } from "../../../../client/cultivars/comparison/rows.ts";
import { viewIn } from "../../catalogue.ts";
import { translate } from "../../messages.ts";

const today = "2026-11-23";

export function recordsIn(language: Language, ids: readonly string[]): readonly ComparedRecord[] {
  return ids.map((id) => ({
    cultivar: viewIn(language, id),
    observations: observationsOf(id, language),
  }));
}

export function rowsOf(language: Language, ids: readonly string[]): ComparisonRows {
  return new ComparisonRows(recordsIn(language, ids), { language, t: translate[language], today });
}
