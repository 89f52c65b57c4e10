/** The genealogy that kinship is computed from: records, their parents, and how each parent is supported. */
import type { EvidenceKind, RecordKind } from "../../contracts/cultivar.ts";
import type { Language } from "../../contracts/language.ts";
import type { EdgeSupport, Genealogy, GenealogyParent } from "../../contracts/genealogy.ts";

export interface StoredParent {
  readonly cultivarId: string | null;
  readonly clone?: boolean;
  readonly evidence: readonly { readonly kind: EvidenceKind }[];
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
export function supportOf({ evidence }: StoredParent): EdgeSupport {
  const kinds = evidence.map(({ kind }) => kind);
  if (kinds.includes("disputed")) return "disputed";
  return kinds.every((kind) => kind === "presumed") ? "presumed" : "recorded";
}

type StoredRecords = Readonly<Record<string, StoredRecord>>;

/**
 * Returns the parents that have a record and are single plants, not populations, with the support
 * of each.
 */
function parentsOf({ parents }: StoredRecord, records: StoredRecords): readonly GenealogyParent[] {
  return parents.flatMap((parent): readonly GenealogyParent[] =>
    parent.cultivarId === null || records[parent.cultivarId]?.kind === "population"
      ? []
      : [
          {
            id: parent.cultivarId,
            support: supportOf(parent),
            ...(parent.clone ? { clone: true } : {}),
          },
        ],
  );
}

/**
 * Returns the genealogy of all records. It leaves out parents without a record and native
 * populations: each occurrence of these counts as an unrelated founder.
 */
export function genealogyOf(records: StoredRecords, language: Language): Genealogy {
  return Object.fromEntries(
    Object.entries(records).map(([id, record]) => [
      id,
      {
        name: language === "ja" ? record.nameJa : record.nameEn,
        year: record.registrationYear,
        parents: parentsOf(record, records),
      },
    ]),
  );
}
