/** The genealogy that kinship is computed from: records, their parents, and how each parent is supported. */
import type { EvidenceKind, RecordKind } from "../../contracts/cultivar.ts";
import type { Language } from "../../contracts/language.ts";
import {
  type EdgeSupport,
  type Genealogy,
  type GenealogyEntry,
  type GenealogyParent,
  isLinePresumed,
} from "../../contracts/genealogy.ts";

type Evidence = readonly { readonly kind: EvidenceKind }[];

export interface StoredParent {
  readonly cultivarId: string | null;
  readonly role: "seed" | "pollen" | "selection" | null;
  readonly nameJa: string;
  readonly nameEn: string;
  readonly ancestors: Readonly<Record<string, Evidence>>;
  readonly clone?: boolean;
  readonly evidence: Evidence;
}

interface StoredRecord {
  readonly kind: RecordKind;
  readonly nameJa: string;
  readonly nameEn: string;
  readonly registrationYear: string;
  readonly parents: readonly StoredParent[];
}

/**
 * Returns how firmly a parent is known: "disputed" if any evidence says so, "presumed" if there is
 * nothing firmer, else "recorded".
 */
export function supportOf({ evidence }: Pick<StoredParent, "evidence">): EdgeSupport {
  const kinds = evidence.map(({ kind }) => kind);
  if (kinds.includes("disputed")) return "disputed";
  return kinds.every((kind) => kind === "presumed") ? "presumed" : "recorded";
}

type StoredRecords = Readonly<Record<string, StoredRecord>>;

/** A code such as "Ai21": the plant is the same wherever it is named. */
const code = /\d/;

/**
 * Returns the id of the single plant that a parent is, or null for a parent that counts as an
 * unrelated founder. A parent with a record has its id, unless it is a population. A code such as
 * "Ai21" names one plant everywhere, except as the stock of a selection; any other name means a
 * plant of this child alone, with an id only if recorded ancestors are known behind it.
 */
function plantOf(parent: StoredParent, child: string, records: StoredRecords): string | null {
  const { cultivarId, role, nameJa, ancestors } = parent;
  if (cultivarId !== null) return records[cultivarId]?.kind === "population" ? null : cultivarId;
  if (role !== "selection" && code.test(nameJa)) return `line ${nameJa}`;
  return Object.keys(ancestors).length > 0 ? `line ${nameJa} ${child}` : null;
}

/**
 * Returns how firmly it is known that a parent is the plant of this record or name. One name can
 * mean two lines; if all ancestors behind it are presumed, it is presumed which line is meant.
 */
function identitySupport(parent: StoredParent): EdgeSupport {
  const support = supportOf(parent);
  return support === "recorded" && isLinePresumed(parent.ancestors) ? "presumed" : support;
}

/** Returns the parents of a record that are single plants, with the support of each. */
function parentsOf(id: string, records: StoredRecords): readonly GenealogyParent[] {
  return (records[id]?.parents ?? []).flatMap((parent): readonly GenealogyParent[] => {
    const plant = plantOf(parent, id, records);
    const clone = parent.clone ? { clone: true } : {};
    return plant === null ? [] : [{ id: plant, support: identitySupport(parent), ...clone }];
  });
}

/** Returns the native populations that a record was selected from, with the support of each. */
function populationsOf(id: string, records: StoredRecords): readonly GenealogyParent[] {
  return (records[id]?.parents ?? []).flatMap((parent): readonly GenealogyParent[] => {
    const { cultivarId, role } = parent;
    if (cultivarId === null || role !== "selection") return [];
    const isPopulation = records[cultivarId]?.kind === "population";
    return isPopulation ? [{ id: cultivarId, support: supportOf(parent) }] : [];
  });
}

const supports: readonly EdgeSupport[] = ["recorded", "presumed", "disputed"];

/**
 * Returns the ancestors behind a plant that is known as a parent alone; of the supports that
 * several children give for one ancestor, the firmest.
 */
function ancestorsBehind(parents: readonly StoredParent[]): readonly GenealogyParent[] {
  const rows = parents.flatMap(({ ancestors }) => Object.entries(ancestors));
  return [...new Set(rows.map(([id]) => id))].map((id) => {
    const found = rows.flatMap(([one, evidence]) => (one === id ? supportOf({ evidence }) : []));
    const support = supports.find((one) => found.includes(one)) ?? "presumed";
    return { id, support, indirect: true };
  });
}

/** Returns the plants that are known as parents alone, with the ancestors known behind them. */
function unrecordedOf(records: StoredRecords, language: Language): Genealogy {
  const known = Object.entries(records).flatMap(([child, { parents }]) =>
    parents.flatMap((parent) => {
      const plant = plantOf(parent, child, records);
      return parent.cultivarId !== null || plant === null ? [] : [[plant, parent] as const];
    }),
  );
  const entries = known.map(([plant, { nameJa, nameEn }]) => {
    const name = language === "ja" ? nameJa : nameEn;
    const behind = known.flatMap(([other, parent]) => (other === plant ? parent : []));
    const parents = ancestorsBehind(behind);
    return [plant, { name, year: "", parents, unrecorded: nameJa }] as const;
  });
  return Object.fromEntries(entries);
}

/**
 * Returns the genealogy of all records and of the plants that are known as parents alone. Native
 * populations and unknown parents are not among the parents: each of these counts as an unrelated
 * founder.
 */
export function genealogyOf(records: StoredRecords, language: Language): Genealogy {
  const recorded = Object.entries(records).map(([id, record]) => {
    const name = language === "ja" ? record.nameJa : record.nameEn;
    const populations = populationsOf(id, records);
    const entry: GenealogyEntry = {
      name,
      year: record.registrationYear,
      parents: parentsOf(id, records),
      ...(populations.length > 0 && { populations }),
      ...(record.kind === "population" && { isPopulation: true }),
    };
    return [id, entry] as const;
  });
  return { ...Object.fromEntries(recorded), ...unrecordedOf(records, language) };
}
