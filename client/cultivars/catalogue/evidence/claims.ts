/** The claims of a record: for each value its basis, and its sources as positions in the record's list. */
import type { ClaimView, CultivarView, EvidenceKind } from "../../../contracts/cultivar.ts";
import { isLinePresumed } from "../../../contracts/genealogy.ts";
import type { Language } from "../../../contracts/language.ts";
import type { Translate } from "../../../language/translator.ts";
import {
  type ClaimRecord,
  type CultivarRecord,
  type EvidenceRecord,
  type ParentRecord,
  sources as knownSources,
} from "../records.ts";
import { documentNamed } from "./documents.ts";

/** Returns the keys of the record's own sources, then of those that only its claims name. */
export function sourceKeysOf({ sources, claims, parents }: CultivarRecord): readonly string[] {
  const evidence = parents.flatMap((parent) => [
    ...parent.evidence,
    ...Object.values(parent.ancestors).flat(),
  ]);
  const named = [...Object.values(claims), ...evidence].flatMap((claim) => claim.sources);
  return [...new Set([...sources, ...named])];
}

/**
 * Returns a claim with its sources as sorted positions in `keys`, the record's list of source keys.
 * A claim that was read leaves out sources of the type `notes`, which only quote other documents.
 */
function claimViewOf(
  { basis, sources, quoted }: ClaimRecord,
  keys: readonly string[],
  language: Language,
): ClaimView {
  const given =
    basis === "read" ? sources.filter((key) => knownSources[key]?.type !== "notes") : sources;
  const places = given.map((key) => keys.indexOf(key)).sort((a, b) => a - b);
  return { basis, sources: places, ...(quoted && { quoted: documentNamed(quoted, language) }) };
}

/** Returns the claims of a record by field. */
export function claimsOf(record: CultivarRecord, language: Language): CultivarView["claims"] {
  const keys = sourceKeysOf(record);
  return Object.fromEntries(
    Object.entries(record.claims).map(([field, claim]) => [
      field,
      claimViewOf(claim, keys, language),
    ]),
  );
}

/**
 * Returns the evidence for a parent, with the same positions of sources as the claims have.
 * Evidence against it is left out, because the page shows it among the disputed values, unless the
 * parent has no other.
 */
export function evidenceOf(
  evidence: readonly EvidenceRecord[],
  record: CultivarRecord,
  language: Language,
): readonly ClaimView[] {
  const keys = sourceKeysOf(record);
  const support = evidence.filter(({ kind }) => kind !== "disputed");
  const shown = support.length > 0 ? support : evidence;
  return shown.map((one) => claimViewOf(one, keys, language));
}

/** Returns whether evidence of this kind leaves a doubt about the parent, whatever its basis. */
function isDoubtful(kind: EvidenceKind): kind is "presumed" | "disputed" {
  return kind === "presumed" || kind === "disputed";
}

/** Returns the name of a parent's evidence, such as "register" or "12 DNA markers". */
function wordOf({ kind, basis, markers, abstract }: EvidenceRecord, t: Translate): string {
  if (basis === "carried") {
    return t(isDoubtful(kind) ? `evidence.carriedKind.${kind}` : "evidence.carried");
  }
  const word = markers ? t("evidence.markers", { count: markers }) : t(`evidence.kind.${kind}`);
  if (abstract) return t("evidence.abstract", { evidence: word });
  return basis === "quoted" ? t("evidence.quoted", { evidence: word }) : word;
}

/**
 * Returns each piece of evidence of a parent in words, with its kind; the kind is null for evidence
 * that is not yet tied to a source (`carried`), unless it is presumed or disputed.
 */
export function evidenceTextsOf(
  evidence: readonly EvidenceRecord[],
  t: Translate,
): CultivarView["parents"][number]["known"] {
  return evidence.map((one) => ({
    text: wordOf(one, t),
    kind: one.basis === "carried" && !isDoubtful(one.kind) ? null : one.kind,
  }));
}

/**
 * Returns the evidence of a parent in words. Where all recorded ancestors behind its name are
 * presumed, a last entry says that its line is.
 */
export function parentTextsOf({ evidence, ancestors }: ParentRecord, t: Translate) {
  const texts = evidenceTextsOf(evidence, t);
  if (!isLinePresumed(ancestors)) return texts;
  return [...texts, { text: t("evidence.linePresumed"), kind: "presumed" }] satisfies typeof texts;
}
