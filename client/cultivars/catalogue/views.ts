/** Makes the views of the catalogue in one language at build time. */
import type { Language } from "../../contracts/language.ts";
import type { Diagrams } from "../../contracts/pedigree.ts";
import {
  type CultivarRecord,
  cultivarNamed,
  ids,
  lineageGroups,
  lineageNamed,
  originNamed,
  recordOf,
  useNamed,
} from "./records.ts";
import { aromaByNote } from "./facets/aroma.ts";
import { breederOf } from "./facets/breeders.ts";
import { rightTimelineOf } from "./facets/rights.ts";
import { facetsOf } from "./facets/values.ts";
import { evidenceOf, evidenceTextsOf, parentTextsOf } from "./evidence/claims.ts";
import { coldByType } from "./evidence/coldTypes.ts";
import {
  identifiersOf,
  registersOf,
  registrationsOf,
  shortRegistration,
  yearOf,
} from "./registrations.ts";
import { lineageViewOf } from "./lineages/lineageViews.ts";
import { rubyOf } from "./ruby.ts";
import { firstSentence } from "./sentences.ts";
import type { ViewMessages } from "./viewMessages.ts";
import { similarTo } from "./similar.ts";
import { supportViewOf } from "./evidence/support.ts";
import type {
  ChildView,
  ComponentName,
  CultivarSummary,
  CultivarView,
  Harvest,
  IndexEntry,
  Named,
  TraitName,
} from "../../contracts/cultivar.ts";

const traitOrder: readonly TraitName[] = [
  "quality",
  "yield",
  "coldHardiness",
  "anthracnoseResistance",
  "grayBlightResistance",
  "diseaseResistance",
  "shootingAbility",
  "propagation",
  "flowerFragrance",
];
const componentOrder: readonly ComponentName[] = ["aminoAcid", "tannin", "caffeine"];

// Sorts after every kana: Latin names come last in Japanese order.
const afterKana = "\u3093\u3093";

/** Sorts the ids in reading order: by kana in Japanese, by romaji in English. */
export function sortedIds(language: Language): readonly string[] {
  const collator = new Intl.Collator(language);
  const kana = ({ nameKana }: CultivarRecord) =>
    /^[\u3041-\u309f]/.test(nameKana) ? nameKana : afterKana + nameKana;
  const key = (id: string) => (language === "ja" ? kana(recordOf(id)) : recordOf(id).nameEn);
  return [...ids].sort((a, b) => collator.compare(key(a), key(b)));
}

/**
 * Returns the days from Yabukita of the event that the record states first, negative if earlier;
 * null where none are known.
 */
function harvestOf({ budding, buddingRange, buddingBasis }: CultivarRecord): Harvest | null {
  if (budding === null || buddingBasis === null) return null;
  const [from = budding, to = budding] = buddingRange ?? [];
  return { days: budding, from, to, basis: buddingBasis };
}

/** Returns the days of the other event, bud break or picking, for records that state both. */
function otherHarvestOf({ otherHarvest }: CultivarRecord): Harvest | null {
  if (otherHarvest === undefined) return null;
  const { basis, days, range } = otherHarvest;
  return { days, from: range[0], to: range[1], basis };
}

/** Returns id and name of a record's kind; null for a cultivar. */
function kindOf({ kind }: CultivarRecord, { t }: ViewMessages): Named | null {
  return kind === "cultivar" ? null : { id: kind, name: t(`facets.kind.${kind}`) };
}

/** Returns the facts of a record that its card shows. */
export function summaryOf(id: string, words: ViewMessages): CultivarSummary {
  const record = recordOf(id);
  const { language } = words;
  return {
    id,
    nameJa: record.nameJa,
    nameEn: record.nameEn,
    epithet: language === "ja" ? record.epithet : record.epithetEn,
    origin: originNamed(record, language),
    registration: shortRegistration(id, words),
    kind: kindOf(record, words),
    uses: record.uses.map((use) => useNamed(use, language)),
    lineages: record.lineage.map((code) => lineageNamed(code, language)),
    harvest: harvestOf(record),
    otherHarvest: otherHarvestOf(record),
  };
}

/**
 * Returns a record's entry in the list: the facts of its card, and its values for the filters,
 * without empty ones.
 */
export function indexEntryOf(id: string, words: ViewMessages): IndexEntry {
  const record = recordOf(id);
  const facets = Object.entries(facetsOf(id, record));
  return {
    ...summaryOf(id, words),
    year: record.registrationYear,
    right: rightTimelineOf(id),
    facets: Object.fromEntries(facets.filter(([, values]) => values.length > 0)),
  };
}

/**
 * Returns names and values of the known values, in the given order; null and missing values are
 * left out.
 */
function listKnown<Name extends string, Value>(
  order: readonly Name[],
  values: Readonly<Partial<Record<Name, Value | null>>>,
): { name: Name; value: Value }[] {
  return order.flatMap((name) => {
    const value = values[name];
    return value === null || value === undefined ? [] : [{ name, value }];
  });
}

/** Returns the levels of traits and of components that the record states. */
function levelsOf({ traits, components }: CultivarRecord) {
  return {
    traits: listKnown(traitOrder, traits).map(({ name, value }) => ({ trait: name, level: value })),
    components: listKnown(componentOrder, components).map(({ name, value }) => ({
      component: name,
      level: value,
    })),
  };
}

/** Returns the record before (-1) or after (1) this one in reading order; null at the ends. */
function findNeighbour(id: string, step: number, language: Language): Named | null {
  const order = sortedIds(language);
  const found = order[order.indexOf(id) + step];
  return found === undefined ? null : cultivarNamed(found, language);
}

/** Returns the decade of a record's registration; null without a year. */
function decadeOf({ registrationYear }: CultivarRecord): number | null {
  return registrationYear === "" ? null : Math.floor(Number(registrationYear) / 10) * 10;
}

/** Returns the children of a record in reading order, with their decade of registration. */
function childrenOf(id: string, language: Language): readonly ChildView[] {
  return sortedIds(language)
    .filter((child) => recordOf(child).parents.some(({ cultivarId }) => cultivarId === id))
    .map((child) => ({ ...cultivarNamed(child, language), decade: decadeOf(recordOf(child)) }));
}

/** Returns the title of a record's page: both names, or one where they are the same. */
function titleOf({ nameJa, nameEn }: CultivarRecord, { t }: ViewMessages): string {
  return nameJa === nameEn
    ? t("cultivar.meta.titleOneName", { name: nameEn })
    : t("cultivar.meta.title", { nameJa, nameEn });
}

/**
 * Returns the parents of a record with role and evidence; a parent without a record has a null id,
 * and `ancestors` if recorded ones are known behind it.
 */
function parentsOf(record: CultivarRecord, { language, t }: ViewMessages) {
  return record.parents.map((parent) => {
    const { cultivarId, role, nameJa, nameEn, clone = false } = parent;
    const behind = Object.entries(parent.ancestors).map(([ancestor, evidence]) => ({
      ...cultivarNamed(ancestor, language),
      evidence: evidenceOf(evidence, record, language),
      known: evidenceTextsOf(evidence, t),
    }));
    return {
      id: cultivarId,
      isClone: clone,
      name: language === "ja" ? nameJa : nameEn,
      role,
      evidence: evidenceOf(parent.evidence, record, language),
      known: parentTextsOf(parent, t),
      ...(behind.length > 0 ? { ancestors: behind } : {}),
    };
  });
}

/** Returns everything that the page of a record shows in a language. */
export function viewOf(id: string, words: ViewMessages, drawings: Diagrams): CultivarView {
  const record = recordOf(id);
  const { language } = words;
  const japanese = language === "ja";
  return {
    ...summaryOf(id, words),
    nameKana: record.nameKana,
    isReadingUncertain: record.isReadingUncertain ?? false,
    ruby: rubyOf(record.nameJa, record.nameKana),
    aliases: record.aliases,
    description: japanese ? record.description : record.descriptionEn,
    meta: {
      title: titleOf(record, words),
      description: firstSentence(japanese ? record.description : record.descriptionEn),
    },
    characteristics: japanese ? record.characteristics : record.characteristicsEn,
    registrations: registrationsOf(id, words),
    identifiers: identifiersOf(record),
    registrationYear: yearOf(id, words),
    breeder: record.breeder[language],
    breederId: breederOf(record),
    maturity: record.maturity,
    ...levelsOf(record),
    coldByType: coldByType(id, words),
    aroma: record.aroma[language],
    parents: parentsOf(record, words),
    children: childrenOf(id, language),
    lineageViews: record.lineage.map((code) => lineageViewOf(id, code, words, drawings)),
    lineageNames: Object.fromEntries(
      Object.keys(lineageGroups).map((code) => [code, lineageNamed(code, language).name]),
    ),
    ancestors: drawings.ancestors[id] ?? null,
    lists: {
      aroma: aromaByNote(record, language).map((found) => found.join()),
      registrations: registersOf(id),
    },
    similar: similarTo(id, words),
    ...supportViewOf(id, words),
    previous: findNeighbour(id, -1, language),
    next: findNeighbour(id, 1, language),
  };
}
