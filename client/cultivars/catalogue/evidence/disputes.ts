/** Groups a record's conflicts by the fields of the record's page that show them. */
import type { ConflictField, ConflictSubject } from "../../../contracts/conflicts.ts";
import type { ClaimField, CultivarView } from "../../../contracts/cultivar.ts";
import type { Language } from "../../../contracts/language.ts";
import type { MessageKey } from "../../../contracts/locales.ts";
import type { Translate } from "../../../language/translator.ts";
import { type ConflictRecord, conflicts, type CultivarRecord, recordOf } from "../records.ts";
import { documentNamed } from "./documents.ts";
import { sourceViewsOf } from "./links.ts";

type Field = ClaimField | "parents";

/** Fields of the record's page beside which a conflict about a field is shown. */
const shownAs: Readonly<Partial<Record<ConflictField, readonly Field[]>>> = {
  parents: ["parents"],
  registration: ["registration"],
  timing: ["harvest", "otherHarvest"],
  maturity: ["maturity"],
  yield: ["traits.yield"],
  quality: ["traits.quality"],
  uses: ["uses"],
  anthracnose: ["traits.anthracnoseResistance"],
  grayBlight: ["traits.grayBlightResistance"],
  coldHardiness: ["traits.coldHardiness"],
  tannin: ["components.tannin"],
};

/**
 * Returns the fields of a record's page that show a conflict; the second event of the harvest, bud
 * break or picking, only if the record has it.
 */
function pageFieldsOf({ field }: ConflictRecord, id: string): readonly Field[] {
  const { otherHarvest } = recordOf(id);
  const fields = shownAs[field] ?? [];
  return fields.filter((one) => one !== "otherHarvest" || otherHarvest !== undefined);
}

/** Returns what a conflict is about: its field, or the one parent that it is about. */
export function subjectOf({ field, role }: ConflictRecord): ConflictSubject {
  return role ? `${role}Parent` : field;
}

/** Returns the conflicts of a record that are not settled. */
function openOf(id: string): readonly ConflictRecord[] {
  return (conflicts[id] ?? []).filter(({ status }) => status === "open");
}

/**
 * Returns the fields of a record's page on which sources disagree in a conflict that is not
 * settled.
 */
export function disputedOf(id: string): CultivarView["disputed"] {
  return [...new Set(openOf(id).flatMap((conflict) => pageFieldsOf(conflict, id)))];
}

/**
 * Returns the values that sources state for each field with an unsettled conflict, each value once,
 * for the note beside it.
 */
export function disputesOf(id: string, language: Language): CultivarView["disputes"] {
  const rows = disputedOf(id).map((field) => {
    const about = openOf(id).filter((conflict) => pageFieldsOf(conflict, id).includes(field));
    const values = about.flatMap(({ role, values: sides }) =>
      sides.map(({ value, basis, sources, quoted }) => ({
        value: value[language],
        basis,
        sources: sources.flatMap((key) =>
          sourceViewsOf(key, id).map(({ title, url }) => ({ title, url })),
        ),
        ...(quoted && { quoted: documentNamed(quoted, language) }),
        ...(role && { role }),
      })),
    );
    const byContent = new Map(values.map((value) => [JSON.stringify(value), value]));
    return [field, [...byContent.values()]];
  });
  return Object.fromEntries(rows);
}

const labels: Readonly<Partial<Record<ClaimField, MessageKey>>> = {
  harvest: "cultivar.firstFlush.standard",
  maturity: "cultivar.harvestPeriod",
  "traits.yield": "cultivar.yield",
  "traits.quality": "cultivar.quality",
  "traits.anthracnoseResistance": "cultivar.anthracnoseResistance",
  "traits.grayBlightResistance": "cultivar.grayBlightResistance",
  "traits.coldHardiness": "cultivar.coldHardiness",
  "components.tannin": "cultivar.tannin",
};

/**
 * Returns the disputed fields that have no value, because the record follows none of the sources,
 * with their labels.
 */
export function undecidedOf(
  id: string,
  record: CultivarRecord,
  t: Translate,
): CultivarView["undecided"] {
  return disputedOf(id).flatMap((field) => {
    if (field === "parents" || record.claims[field]) return [];
    const label = labels[field];
    return label ? [{ field, label: t(label) }] : [];
  });
}
