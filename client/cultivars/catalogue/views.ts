/** Makes the views of the catalogue in one language at build time. */
import type { Translate } from "../../language/translator.ts";
import type { Language } from "../../contracts/language.ts";
import type { Diagrams } from "../../contracts/pedigree.ts";
import {
  type CultivarRecord,
  cultivarNamed,
  cultivars,
  ids,
  lineageGroups,
  lineageNamed,
  originNamed,
  originsOf,
  useNamed,
  usesOf,
} from "./records.ts";
import { rubyOf } from "./ruby.ts";
import { firstSentence } from "./sentences.ts";
import { confidenceReasonOf, sourceViewOf } from "./support.ts";
import type {
  CatalogueIndex,
  ChildView,
  ComponentName,
  CultivarSummary,
  CultivarView,
  Harvest,
  IndexEntry,
  LineageView,
  Named,
  TraitName,
} from "../../contracts/cultivar.ts";

export interface ViewMessages {
  readonly language: Language;
  readonly t: Translate;
}

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

// For these two the prefecture's year is not that of its recommendation.
const prefectureEvents: Readonly<Record<string, "named" | "selected">> = {
  yutakamidori: "named",
  "uji-midori": "selected",
};

function recordOf(id: string): CultivarRecord {
  const record = cultivars[id];
  if (record === undefined) throw new Error(`no cultivar named ${id}`);
  return record;
}

// Sorts after every kana: Latin names come last in Japanese order.
const afterKana = "\u3093\u3093";

/** Ids in reading order: by kana in Japanese, by romaji in English. */
export function sortedIds(language: Language): readonly string[] {
  const collator = new Intl.Collator(language);
  const kana = ({ nameKana }: CultivarRecord) =>
    /^[\u3041-\u309f]/.test(nameKana) ? nameKana : afterKana + nameKana;
  const key = (id: string) => (language === "ja" ? kana(recordOf(id)) : recordOf(id).nameEn);
  return [...ids].sort((a, b) => collator.compare(key(a), key(b)));
}

function harvestOf({ budding, buddingRange, buddingBasis }: CultivarRecord): Harvest | null {
  if (budding === null || buddingBasis === null) return null;
  const [from = budding, to = budding] = buddingRange ?? [];
  return { days: budding, from, to, basis: buddingBasis };
}

function shortRegistration(id: string, { t }: ViewMessages): string {
  const { system, norinNo, year } = recordOf(id).registration;
  if (system === "norin") return t("cultivars.registration.norin", { number: norinNo ?? "", year });
  if (system === "pvp") {
    return year
      ? t("cultivars.registration.pvp", { year })
      : t("cultivars.registration.pvpPending");
  }
  if (system === "none") return t("cultivars.registration.none");
  return year
    ? t(`cultivars.registration.${prefectureEvents[id] ?? "prefecture"}`, { year })
    : t("cultivars.registration.prefectureNoYear");
}

function pvpLine(year: string | null, number: string | null, { t }: ViewMessages): string[] {
  if (!year) return [];
  return number
    ? [t("cultivar.registrations.pvp", { number, year })]
    : [t("cultivar.registrations.pvpYear", { year })];
}

/** One line an event: the national name and the plant variety right have their own years. */
function registrationsOf(id: string, words: ViewMessages): readonly string[] {
  const { t } = words;
  const record = recordOf(id);
  const { system, norinNo, year, pvpNo, pvpYear } = record.registration;
  if (system === "norin") {
    const line = t("cultivar.registrations.norin", { number: norinNo ?? "", year });
    return [line, ...pvpLine(pvpYear, pvpNo, words)];
  }
  if (system === "pvp") {
    const lines = pvpLine(year || pvpYear, pvpNo, words);
    return lines.length > 0 ? lines : [t("cultivar.registrations.pvpPending")];
  }
  if (system === "none") return [t("cultivar.registrations.none")];
  // A prefecture recommends what was bred in it.
  const prefecture = words.language === "ja" ? record.origin : record.originEn;
  if (!year) return [t("cultivar.registrations.prefectureNoYear", { prefecture })];
  const event = prefectureEvents[id];
  const line = event
    ? t(`cultivar.registrations.${event}`, { year })
    : t("cultivar.registrations.prefecture", { prefecture, year });
  return [line, ...pvpLine(pvpYear, pvpNo, words)];
}

function identifiersOf({ registration: { norinNo, pvpNo } }: CultivarRecord) {
  const norin = norinNo === null ? [] : [{ register: "茶農林", number: String(norinNo) }];
  return pvpNo === null ? norin : [...norin, { register: "種苗法", number: pvpNo }];
}

/** A year is always named with its event; "never registered" and "not known" differ. */
function yearOf(id: string, { t }: ViewMessages): string {
  const { registration, registrationYear: year } = recordOf(id);
  const { system } = registration;
  if (system === "none") return t("cultivar.neverRegistered");
  if (!year) return t("cultivar.registrationUnknown");
  const event = system === "prefecture" ? (prefectureEvents[id] ?? system) : system;
  return t(`cultivar.yearOf.${event}`, { year });
}

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
    uses: record.uses.map((use) => useNamed(use, language)),
    lineages: record.lineage.map((code) => lineageNamed(code, language)),
    harvest: harvestOf(record),
  };
}

export function indexEntryOf(id: string, words: ViewMessages): IndexEntry {
  const { nameJa, nameKana, aliases } = recordOf(id);
  const reading = nameKana === nameJa ? [] : [nameKana];
  return { ...summaryOf(id, words), also: [...reading, ...aliases] };
}

/** Numeric order, x last. */
function byCode(a: string, b: string): number {
  const rank = (code: string) => (code === "x" ? Number.POSITIVE_INFINITY : Number(code));
  return rank(a) - rank(b);
}

/** Options of the list's filters: values in the catalogue, in reading order. */
export function filtersOf(language: Language): CatalogueIndex["filters"] {
  const records = Object.values(cultivars);
  const codes = [...new Set(records.flatMap(({ lineage }) => lineage))].sort(byCode);
  return {
    origin: originsOf(records, language),
    suitableFor: usesOf(records, language),
    lineage: codes.map((code) => lineageNamed(code, language)),
  };
}

function leads(id: string, code: string): boolean {
  return lineageGroups[code]?.nameJa === recordOf(id).nameJa;
}

/** The shortest line of descent from the group's founder; empty when there is none. */
function descentOf(id: string, code: string): readonly string[] {
  const ways: (readonly string[])[] = [[id]];
  for (const way of ways) {
    const top = way[0] ?? id;
    if (leads(top, code)) return way;
    const record = recordOf(top);
    const up = record.parents.flatMap(({ cultivarId, ancestorIds }) =>
      cultivarId === null ? ancestorIds : [cultivarId],
    );
    for (const parent of up)
      if (recordOf(parent).lineage.includes(code)) ways.push([parent, ...way]);
    const isTop = !up.some((parent) => recordOf(parent).lineage.includes(code));
    if (isTop) return way;
  }
  return [];
}

function lineageViewOf(
  id: string,
  code: string,
  words: ViewMessages,
  drawings: Diagrams,
): LineageView {
  const { language } = words;
  const picture = drawings.pictures[code];
  return {
    ...lineageNamed(code, language),
    leads: leads(id, code),
    descent: code === "x" ? [] : descentOf(id, code).map((step) => cultivarNamed(step, language)),
    image: picture
      ? { src: `/images/${picture.file}`, width: picture.width, height: picture.height }
      : null,
  };
}

function present<Name extends string, Value>(
  order: readonly Name[],
  values: Readonly<Partial<Record<Name, Value | null>>>,
): { name: Name; value: Value }[] {
  return order.flatMap((name) => {
    const value = values[name];
    return value === null || value === undefined ? [] : [{ name, value }];
  });
}

function neighbour(id: string, step: number, language: Language): Named | null {
  const order = sortedIds(language);
  const found = order[order.indexOf(id) + step];
  return found === undefined ? null : cultivarNamed(found, language);
}

function decadeOf({ registrationYear }: CultivarRecord): number | null {
  return registrationYear === "" ? null : Math.floor(Number(registrationYear) / 10) * 10;
}

function childrenOf(id: string, language: Language): readonly ChildView[] {
  return sortedIds(language)
    .filter((child) => recordOf(child).parents.some(({ cultivarId }) => cultivarId === id))
    .map((child) => ({ ...cultivarNamed(child, language), decade: decadeOf(recordOf(child)) }));
}

/** Both names, or one where they are the same. */
function titleOf({ nameJa, nameEn }: CultivarRecord, { t }: ViewMessages): string {
  return nameJa === nameEn
    ? t("cultivar.meta.titleOneName", { name: nameEn })
    : t("cultivar.meta.title", { nameJa, nameEn });
}

export function viewOf(id: string, words: ViewMessages, drawings: Diagrams): CultivarView {
  const record = recordOf(id);
  const { language } = words;
  const japanese = language === "ja";
  return {
    ...summaryOf(id, words),
    nameKana: record.nameKana,
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
    maturity: record.maturity,
    traits: present(traitOrder, record.traits).map(({ name, value }) => ({
      trait: name,
      level: value,
    })),
    components: present(componentOrder, record.components).map(({ name, value }) => ({
      component: name,
      level: value,
    })),
    aroma: record.aroma[language],
    parents: record.parents.map(({ cultivarId, role, nameJa, nameEn }) => ({
      id: cultivarId,
      name: japanese ? nameJa : nameEn,
      role,
    })),
    children: childrenOf(id, language),
    lineageViews: record.lineage.map((code) => lineageViewOf(id, code, words, drawings)),
    lineageNames: Object.fromEntries(
      Object.keys(lineageGroups).map((code) => [code, lineageNamed(code, language).name]),
    ),
    ancestors: drawings.ancestors[id] ?? null,
    sources: record.sources.flatMap((key) => sourceViewOf(key, id)),
    confidence: record.confidence,
    confidenceReason: confidenceReasonOf(record, words),
    previous: neighbour(id, -1, language),
    next: neighbour(id, 1, language),
  };
}
