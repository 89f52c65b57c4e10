/** The claims of a record: for each value its basis, and its sources as positions in the record's list. */
import type { ConflictField } from "../../../contracts/conflicts.ts";
import type { ClaimField, ClaimView, CultivarView } from "../../../contracts/cultivar.ts";
import type { MessageKey } from "../../../contracts/locales.ts";
import type { Translate } from "../../../language/translator.ts";
import {
  type ClaimRecord,
  conflicts,
  type CultivarRecord,
  type EvidenceRecord,
} from "../records.ts";

/** Returns the record's own sources, then those that only its claims name. */
export function sourceKeysOf({ sources, claims, parents }: CultivarRecord): readonly string[] {
  const evidence = parents.flatMap((parent) => parent.evidence);
  const named = [...Object.values(claims), ...evidence].flatMap((claim) => claim.sources);
  return [...new Set([...sources, ...named])];
}

function claimViewOf({ basis, sources, quoted }: ClaimRecord, keys: readonly string[]): ClaimView {
  const places = sources.map((key) => keys.indexOf(key)).sort((a, b) => a - b);
  return { basis, sources: places, ...(quoted && { quoted }) };
}

export function claimsOf(record: CultivarRecord): CultivarView["claims"] {
  const keys = sourceKeysOf(record);
  return Object.fromEntries(
    Object.entries(record.claims).map(([field, claim]) => [field, claimViewOf(claim, keys)]),
  );
}

export function evidenceOf(
  evidence: readonly EvidenceRecord[],
  record: CultivarRecord,
): readonly ClaimView[] {
  const keys = sourceKeysOf(record);
  return evidence.map((one) => claimViewOf(one, keys));
}

function wordOf({ kind, basis, markers, abstract }: EvidenceRecord, t: Translate): string {
  if (basis === "carried") return t("evidence.carried");
  const word = markers ? t("evidence.markers", { count: markers }) : t(`evidence.kind.${kind}`);
  if (abstract) return t("evidence.abstract", { evidence: word });
  return basis === "quoted" ? t("evidence.quoted", { evidence: word }) : word;
}

/** Says how a parent is known: each piece of evidence with what limits it, and its kind. */
export function knownBy(evidence: readonly EvidenceRecord[], t: Translate) {
  return evidence.map((one) => ({
    text: wordOf(one, t),
    kind: one.basis === "carried" ? null : one.kind,
  }));
}

/** Fields of a disagreement that are fields of the record's page. */
const shownAs: Readonly<Partial<Record<ConflictField, ClaimField | "parents">>> = {
  parents: "parents",
  registration: "registration",
  timing: "harvest",
  maturity: "maturity",
  yield: "traits.yield",
  quality: "traits.quality",
  uses: "uses",
  anthracnose: "traits.anthracnoseResistance",
  grayBlight: "traits.grayBlightResistance",
  coldHardiness: "traits.coldHardiness",
  tannin: "components.tannin",
};

export function disputedOf(id: string): CultivarView["disputed"] {
  const open = (conflicts[id] ?? []).filter(({ status }) => status === "open");
  return [...new Set(open.flatMap(({ field }) => shownAs[field] ?? []))];
}

const labels: Readonly<Partial<Record<ClaimField | "parents", MessageKey>>> = {
  harvest: "cultivar.firstFlush.standard",
  maturity: "cultivar.harvestPeriod",
  "traits.yield": "cultivar.yield",
  "traits.quality": "cultivar.quality",
  "traits.anthracnoseResistance": "cultivar.anthracnoseResistance",
  "traits.grayBlightResistance": "cultivar.grayBlightResistance",
  "traits.coldHardiness": "cultivar.coldHardiness",
  "components.tannin": "cultivar.tannin",
};

export function undecidedOf(id: string, record: CultivarRecord, t: Translate): readonly string[] {
  const blank = disputedOf(id).filter((field) => field !== "parents" && !record.claims[field]);
  return blank.flatMap((field) => {
    const label = labels[field];
    return label ? [t(label)] : [];
  });
}
