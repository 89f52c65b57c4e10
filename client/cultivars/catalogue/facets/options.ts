/** Options of the list's filters; made at build time. */
import type { CatalogueIndex, Named } from "../../../contracts/cultivar.ts";
import {
  type FacetName,
  filterNames,
  otherValue,
  unknownValue,
} from "../../../contracts/list/filters.ts";
import { cultivars, lineageNamed, originsOf, usesOf } from "../records.ts";
import { everyKind } from "../../search/chosenValues.ts";
import type { ViewMessages } from "../viewMessages.ts";
import { aromaWords } from "./aroma.ts";
import { instituteIds, instituteLabel } from "../overview/institutes.ts";
import { privateBreeder } from "./breeders.ts";
import { diseases } from "./diseases.ts";
import { rightTimelineOf } from "./rights.ts";
import { evidenceKinds, type Facets, facetsOf, timings } from "./values.ts";

const maturities = ["very-early", "early", "mid", "late", "very-late"] as const;
const levels = ["high", "medium", "low"] as const;
const kinds = ["cultivar", "line", "parental-line", "population", "ornamental"] as const;
const registers = ["norin", "pvp", "prefecture", "none"] as const;
const rightStatuses = [
  "inForce",
  "presumedInForce",
  "expired",
  "lapsedEarly",
  "pending",
  "noneFound",
] as const;

/** Compares two codes of lineage groups by number; "x" comes last. */
function byCode(a: string, b: string): number {
  const rank = (code: string) => (code === "x" ? Number.POSITIVE_INFINITY : Number(code));
  return rank(a) - rank(b);
}

const records = Object.values(cultivars);

/** Returns the options of the filter by kind: each kind that has a record, then all records. */
function kindOptions({ t }: ViewMessages): readonly Named[] {
  const occurring = kinds.filter((id) => records.some(({ kind }) => kind === id));
  return named([...occurring, everyKind], (id) => t(`facets.kinds.${id}`));
}

/** Returns an option, id and name, for each id. */
function named<Id extends string>(ids: readonly Id[], nameOf: (id: Id) => string): Named[] {
  return ids.map((id) => ({ id, name: nameOf(id) }));
}

type ByFacet = Readonly<Record<FacetName, readonly Named[]>>;

/**
 * Returns every value that each filter may have, in order of meaning; decades are those that
 * records have.
 */
function valuesOf(words: ViewMessages, all: readonly Facets[]) {
  const { t } = words;
  const other = { id: otherValue, name: t("facets.other") };
  const decades = [...new Set(all.flatMap(({ decade }) => decade))].sort();
  const resistances = named(levels, (level) => t(`cultivar.level.resistance.${level}`));
  const ofDiseases = diseases.map((disease) => [disease, resistances]);
  const values: ByFacet = {
    breeder: [
      ...named(instituteIds, (id) => instituteLabel(id, words)),
      { id: privateBreeder, name: t("facets.privateBreeder") },
    ],
    timing: named(timings, (id) => t(`facets.timing.${id}`)),
    maturity: named(maturities, (id) => t(`cultivar.maturity.${id}`)),
    decade: named(decades, (decade) => t("facets.decade", { decade })),
    register: named(registers, (id) => t(`facets.register.${id}`)),
    ...Object.fromEntries(ofDiseases),
    aroma: [...named(aromaWords, (word) => t(`facets.aroma.${word}`)), other],
    evidence: named(evidenceKinds, (id) => t(`evidence.kind.${id}`)),
  };
  return values;
}

/**
 * Returns the options of all filters: the values that occur in the catalogue in order of meaning,
 * and last "unknown" where records state none.
 */
export function filtersOf(words: ViewMessages): CatalogueIndex["filters"] {
  const { language, t } = words;
  const codes = [...new Set(records.flatMap(({ lineage }) => lineage))].sort(byCode);
  const unknown = { id: unknownValue, name: t("facets.unknown") };
  const all = Object.entries(cultivars).map(([id, record]) => facetsOf(id, record));
  const statuses = Object.keys(cultivars).flatMap((id) => rightTimelineOf(id).split(" "));
  /**
   * Returns a filter with the options that occur in records; "unknown" is added unless every record
   * has a value.
   */
  const ofFacet = ([name, options]: readonly [string, readonly Named[]]) => {
    const used = all.map((facets) => Object.entries(facets).find(([one]) => one === name)?.[1]);
    const occurring = options.filter(({ id }) => used.some((values) => values?.includes(id)));
    const isComplete = used.every((values) => values !== undefined && values.length > 0);
    return [name, isComplete ? occurring : [...occurring, unknown]] as const;
  };
  const facets: ByFacet = JSON.parse(
    JSON.stringify(Object.fromEntries(Object.entries(valuesOf(words, all)).map(ofFacet))),
  );
  const filters: CatalogueIndex["filters"] = {
    suitableFor: [
      ...usesOf(records, language),
      ...(records.some(({ uses }) => uses.length === 0) ? [unknown] : []),
    ],
    origin: [
      ...originsOf(records, language),
      ...(records.some(({ originEn }) => originEn === "") ? [unknown] : []),
    ],
    lineage: codes.map((code) => lineageNamed(code, language)),
    right: [
      ...named(rightStatuses, (id) => t(`observations.rights.${id}`)).filter(({ id }) =>
        statuses.includes(id),
      ),
      unknown,
    ],
    ...facets,
    kind: kindOptions(words),
  };
  // Titles name the chosen values in this order; `stringify` writes the keys in that of its list.
  return JSON.parse(JSON.stringify(filters, [...filterNames, "id", "name"]));
}
