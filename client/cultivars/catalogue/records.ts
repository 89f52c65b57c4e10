/** The catalogue's records as stored in the shared files; read at build time only. */
import records from "../../../shared/catalogue/cultivars.json" with { type: "json" };
import conflictTable from "../../../shared/catalogue/conflicts.json" with { type: "json" };
import groups from "../../../shared/catalogue/lineage-groups.json" with { type: "json" };
import sourceTable from "../../../shared/catalogue/sources.json" with { type: "json" };
import prefectures from "../../../shared/reference/prefectures.json" with { type: "json" };
import useTable from "../../../shared/reference/uses.json" with { type: "json" };
import type { ConflictBasis, ConflictField, DisputedRole } from "../../contracts/conflicts.ts";
import type { Language } from "../../contracts/language.ts";
import type {
  Basis,
  ClaimField,
  ComponentName,
  ConfidenceReason,
  EvidenceKind,
  Level,
  Named,
  ParentRole,
  RareTrait,
  RecordKind,
  RegistrationSystem,
  SourceView,
  TraitName,
} from "../../contracts/cultivar.ts";

export interface ClaimRecord {
  readonly basis: Basis;
  readonly sources: readonly string[];
  readonly quoted?: string;
}

export interface EvidenceRecord extends ClaimRecord {
  readonly kind: EvidenceKind;
  readonly markers?: number;
  readonly abstract?: boolean;
}

export interface ParentRecord {
  readonly cultivarId: string | null;
  readonly role: ParentRole | null;
  readonly nameJa: string;
  readonly nameEn: string;
  /** Evidence for each record that a parent without one descends from, by id. */
  readonly ancestors: Readonly<Record<string, readonly EvidenceRecord[]>>;
  readonly clone?: boolean;
  readonly evidence: readonly EvidenceRecord[];
}

export interface CultivarRecord {
  readonly kind: RecordKind;
  readonly nameJa: string;
  readonly nameKana: string;
  /** No source that was read gives the reading. */
  readonly isReadingUncertain?: boolean;
  readonly nameEn: string;
  /** Why the name departs from the rule of romanisation. */
  readonly nameEnBasis?: string;
  readonly aliases: readonly string[];
  readonly epithet: string;
  readonly epithetEn: string;
  readonly description: string;
  readonly descriptionEn: string;
  readonly characteristics: readonly string[];
  readonly characteristicsEn: readonly string[];
  readonly origin: string;
  readonly originEn: string;
  readonly registrationYear: string;
  readonly registration: {
    readonly system: RegistrationSystem;
    readonly norinNo: number | null;
    readonly year: string;
    readonly pvpNo: string | null;
    readonly pvpYear: string | null;
  };
  readonly breeder: { readonly ja: string | null; readonly en: string | null };
  readonly parents: readonly ParentRecord[];
  readonly lineage: readonly string[];
  /** Codes of `lineage` that hold through presumed or disputed parents alone. */
  readonly doubtfulLineage?: readonly string[];
  readonly uses: readonly string[];
  readonly budding: number | null;
  readonly buddingRange: readonly number[] | null;
  readonly buddingBasis: "bud" | "pluck" | null;
  /** The event that `buddingBasis` does not name. */
  readonly otherHarvest?: {
    readonly basis: "bud" | "pluck";
    readonly days: number;
    readonly range: readonly [number, number];
  };
  readonly maturity: string | null;
  readonly traits: Readonly<Record<Exclude<TraitName, RareTrait>, Level | null>> &
    Partial<Readonly<Record<RareTrait, Level | null>>>;
  readonly components: Readonly<Record<ComponentName, Level | null>>;
  readonly aroma: Readonly<Record<Language, readonly string[]>>;
  readonly sources: readonly string[];
  readonly claims: Readonly<Partial<Record<ClaimField, ClaimRecord>>>;
  readonly confidence: Level;
  readonly confidenceReason: {
    readonly because: ConfidenceReason;
    readonly fields: readonly ("parents" | "registration")[];
  };
}

interface Bilingual {
  readonly name: string;
  readonly nameJa: string;
}

// The file is validated by the host's strict reader and by contract tests; the
// compiler would infer plain strings for its literals ("norin", "seed").
export const cultivars: Readonly<Record<string, CultivarRecord>> = JSON.parse(
  JSON.stringify(records),
);

export const ids: readonly string[] = Object.keys(cultivars);

/** Returns the record with this id; throws for an unknown id. */
export function recordOf(id: string): CultivarRecord {
  const record = cultivars[id];
  if (record === undefined) throw new Error(`no cultivar named ${id}`);
  return record;
}

interface LineageGroup extends Bilingual {
  readonly slug: string | null;
  readonly story: string;
  readonly storyEn: string;
}

export const lineageGroups: Readonly<Record<string, LineageGroup>> = groups;

interface SourceRecord extends Omit<SourceView, "unreachable"> {
  /** Addresses of its pages on single records. */
  readonly pages?: Readonly<Record<string, string>>;
  /** Addresses that no longer open, with the day on which that was found. */
  readonly unreachable?: Readonly<Record<string, string>>;
}

export const sources: Readonly<Record<string, SourceRecord>> = JSON.parse(
  JSON.stringify(sourceTable),
);

export interface ConflictRecord {
  readonly field: ConflictField;
  /** Of a conflict on the parents, the one parent that it is about. */
  readonly role?: DisputedRole;
  readonly status: "open" | "settled";
  readonly values: readonly {
    readonly value: Readonly<Record<Language, string>>;
    readonly basis: ConflictBasis;
    readonly sources: readonly string[];
    readonly quoted?: string;
  }[];
  readonly follows: Readonly<Record<Language, string>>;
  readonly reason: Readonly<Record<Language, string>>;
}

export const conflicts: Readonly<Record<string, readonly ConflictRecord[]>> = JSON.parse(
  JSON.stringify(conflictTable),
);

const places: Readonly<Record<string, Bilingual & { readonly order: number }>> = prefectures;
const uses: Readonly<Record<string, Bilingual & { readonly order: number }>> = useTable;

/** Returns the name of an entry in a language. */
function inLanguage(entry: Bilingual, language: Language): string {
  return language === "ja" ? entry.nameJa : entry.name;
}

/** Returns id and name of a table's entry in a language; throws for an unknown id. */
function findNamed(
  table: Readonly<Record<string, Bilingual>>,
  id: string,
  language: Language,
): Named {
  const entry = table[id];
  if (entry === undefined) throw new Error(`no entry named ${id}`);
  return { id, name: inLanguage(entry, language) };
}

/** Returns id and name of a use in a language. */
export const useNamed = (id: string, language: Language) => findNamed(uses, id, language);

/** Returns code and name of a lineage. Code x, "none of the groups", has the name of group 14. */
export function lineageNamed(code: string, language: Language): Named {
  return { ...findNamed(lineageGroups, code === "x" ? "14" : code, language), id: code };
}

/** Returns the prefecture that a record originates in, with its name; null for other origins. */
export function originNamed(record: CultivarRecord, language: Language): Named | null {
  const found = Object.entries(places).find(([, { name }]) => name === record.originEn);
  return found ? { id: found[0], name: inLanguage(found[1], language) } : null;
}

/** Returns ids and names of the entries for which `isUsed` is true, in the order of the table. */
function inOrder(
  table: Readonly<Record<string, Bilingual & { readonly order: number }>>,
  isUsed: (entry: Bilingual, id: string) => boolean,
  language: Language,
): readonly Named[] {
  return Object.entries(table)
    .filter(([id, entry]) => isUsed(entry, id))
    .sort(([, a], [, b]) => a.order - b.order)
    .map(([id, entry]) => ({ id, name: inLanguage(entry, language) }));
}

/** Returns the name of a prefecture in a language. */
export function prefectureNamed(id: keyof typeof prefectures, language: Language): string {
  return inLanguage(prefectures[id], language);
}

/** Returns the prefectures that the records originate in, from north to south. */
export function originsOf(
  records: readonly CultivarRecord[],
  language: Language,
): readonly Named[] {
  const names = new Set(records.map(({ originEn }) => originEn));
  return inOrder(places, ({ name }) => names.has(name), language);
}

/** Returns the uses that the records have, in the order of the shared table. */
export function usesOf(records: readonly CultivarRecord[], language: Language): readonly Named[] {
  const named = new Set(records.flatMap((record) => record.uses));
  return inOrder(uses, (_, id) => named.has(id), language);
}

/** Returns the id of a record with its name in a language. */
export function cultivarNamed(id: string, language: Language): Named {
  const { nameJa, nameEn } = recordOf(id);
  return { id, name: language === "ja" ? nameJa : nameEn };
}
