/** Makes the pages of the lineage groups at build time. */
import type { Named } from "../../../contracts/cultivar.ts";
import type {
  LineageMember,
  LineageParent,
  LineageSummary,
  LineageText,
} from "../../../contracts/lineage.ts";
import type { Language } from "../../../contracts/language.ts";
import type { Picture } from "../../../contracts/pedigree.ts";
import { evidenceOf, knownBehind } from "../../pedigree/records.ts";
import {
  type CultivarRecord,
  cultivarNamed,
  ids,
  lineageGroups,
  lineageNamed,
  originNamed,
  recordOf,
} from "../records.ts";
import { firstSentence } from "../sentences.ts";
import type { ViewMessages } from "../viewMessages.ts";

type Pictures = Readonly<Record<string, Picture>>;

/** Returns the parents of a member with name and evidence. */
function parentsOf({ parents }: CultivarRecord, language: Language): readonly LineageParent[] {
  return parents.map((parent) => {
    const evidence = evidenceOf(parent);
    return {
      id: parent.cultivarId,
      name: language === "ja" ? parent.nameJa : parent.nameEn,
      ...(evidence ? { evidence } : {}),
    };
  });
}

/** Returns a function that tells whether a record belongs to the group with this code. */
function isInside(code: string): (id: string) => boolean {
  return (id) => recordOf(id).lineage.includes(code);
}

/**
 * Returns the facts of a record as a member of a group; a founder has no known parent inside the
 * group.
 */
function memberOf(id: string, code: string, language: Language): LineageMember {
  const record = recordOf(id);
  const { nameJa, nameEn } = record;
  const known = record.parents.flatMap(knownBehind);
  const second = language === "ja" ? nameEn : nameJa;
  return {
    ...cultivarNamed(id, language),
    second: nameJa === nameEn ? "" : second,
    year: record.registrationYear,
    kind: record.kind,
    origin: originNamed(record, language)?.name ?? "",
    epithet: language === "ja" ? record.epithet : record.epithetEn,
    isFounder: !known.some(isInside(code)),
    parents: parentsOf(record, language),
  };
}

/** Sorts after every year. */
const undated = "9999";

/** Returns the members of a group by year of registration, then by name; undated records last. */
function membersOf(code: string, language: Language): readonly LineageMember[] {
  const collator = new Intl.Collator(language);
  const yearOf = ({ year }: LineageMember) => year || undated;
  return ids
    .filter(isInside(code))
    .map((id) => memberOf(id, code, language))
    .sort((a, b) => yearOf(a).localeCompare(yearOf(b)) || collator.compare(a.name, b.name));
}

/** Returns code and name of the group at a position of `codes`; null beyond its ends. */
function groupAt(codes: readonly string[], index: number, language: Language): Named | null {
  const code = codes[index];
  return code === undefined ? null : lineageNamed(code, language);
}

/** Returns the texts and members of each group that has a diagram, by code. */
export function lineagePagesOf(
  { language, t }: ViewMessages,
  pictures: Pictures,
): Readonly<Record<string, LineageText>> {
  const codes = Object.keys(pictures).sort((a, b) => Number(a) - Number(b));
  /** Returns the page of one group; `index` is the group's position in the order of codes. */
  const pageOf = (code: string, index: number): LineageText => {
    const { file, width, height } = pictureOf(pictures, code);
    const group = lineageGroups[code];
    const story = (language === "ja" ? group?.story : group?.storyEn) ?? "";
    const members = membersOf(code, language);
    const cultivars = members.filter(({ kind }) => kind === "cultivar").length;
    const named = lineageNamed(code, language);
    return {
      ...named,
      story,
      meta: {
        title: t("lineage.meta.title", { name: named.name }),
        description: firstSentence(story),
      },
      founders: members.filter(({ isFounder }) => isFounder).map(({ id, name }) => ({ id, name })),
      members,
      cultivars,
      others: members.length - cultivars,
      image: { src: `/images/${file}`, width, height },
      previous: groupAt(codes, index - 1, language),
      next: groupAt(codes, index + 1, language),
    };
  };
  return Object.fromEntries(codes.map((code, index) => [code, pageOf(code, index)]));
}

/** Returns the picture of a group; throws without one. */
function pictureOf(pictures: Pictures, code: string): Picture {
  const picture = pictures[code];
  if (picture === undefined) throw new Error(`no picture of lineage ${code}`);
  return picture;
}

/** Returns a group's entry in the list of groups. */
export function lineageSummaryOf({
  id,
  name,
  founders,
  cultivars,
  others,
}: LineageText): LineageSummary {
  return { id, name, founders, cultivars, others };
}
