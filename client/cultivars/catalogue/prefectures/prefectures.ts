/** Makes the map of prefectures and their pages, in one language, at build time. */
import type {
  MapTile,
  MapView,
  PrefectureView,
  SourceLink,
} from "../../../contracts/overview/map.ts";
import type { Language } from "../../../contracts/language.ts";
import { type Prefecture, prefectureName, prefectures } from "../../../contracts/prefectures.ts";
import { datedRecord, sortRecords } from "../overview/breeders.ts";
import { ids, originNamed, recordOf } from "../records.ts";
import type { ViewMessages } from "../viewMessages.ts";
import { areasOf, grownIn, hasFacts, recommendedIn } from "./facts.ts";
import { isBorder, tiles } from "./tiles.ts";

/** Returns whether a record is a cultivar. */
const isCultivar = (id: string) => recordOf(id).kind === "cultivar";

/** The first decade of the list of late registrations. */
const lateSince = "1990";
/** Returns the decade of a record's registration; empty without a year. */
const decadeOf = (id: string) => recordOf(id).registrationYear.replace(/\d$/, "0");

/** Returns the ids of the records that originate in a prefecture. */
function recordsFrom(prefecture: Prefecture): readonly string[] {
  return ids.filter((id) => originNamed(recordOf(id), "en")?.id === prefecture);
}

/**
 * Returns whether the catalogue has a record from the prefecture or a fact about it; other
 * prefectures have a page only if there are posts.
 */
export const isInCatalogue = (id: Prefecture): boolean =>
  hasFacts(id) || recordsFrom(id).length > 0;

/**
 * Returns the short name on a prefecture's tile: the English name in lines, or the Japanese one
 * without its last character (県, 府 or 都), which in Hokkaido alone is part of the name.
 */
function linesOf(id: Prefecture, language: Language): readonly string[] {
  if (language === "en") return tiles[id].lines;
  const name = prefectureName(id, language);
  return [id === "hokkaido" ? name : name.slice(0, -1)];
}

/** Returns the year in which the most prefectures have a tea area; of several the latest. */
function areaYearOf(): number {
  const years = prefectures.flatMap((id) => areasOf(id, "en").map(({ year }) => year));
  const count = (year: number) => years.filter((one) => one === year).length;
  return Math.max(...years.filter((year) => years.every((one) => count(one) <= count(year))));
}

/** Returns the data of the map of prefectures. */
export function mapOf({ language, t }: ViewMessages): MapView {
  const areaYear = areaYearOf();
  const areaOf = (id: Prefecture) => areasOf(id, language).find(({ year }) => year === areaYear);
  const sources = new Map<string, SourceLink>();
  for (const id of prefectures) {
    for (const source of areaOf(id)?.sources ?? []) sources.set(source.url, source);
  }
  return {
    meta: { title: t("map.meta.title"), description: t("map.meta.description") },
    tiles: prefectures.map((id): MapTile => {
      const { column, row } = tiles[id];
      return {
        id,
        name: prefectureName(id, language),
        lines: linesOf(id, language),
        column,
        row,
        cultivars: recordsFrom(id).filter(isCultivar).length,
        area: areaOf(id)?.hectares ?? null,
        isInCatalogue: isInCatalogue(id),
      };
    }),
    cultivars: ids.filter(isCultivar).length,
    areaYear,
    areaSources: [...sources.values()],
  };
}

/** Returns the data of a prefecture's page. */
function prefectureOf(id: Prefecture, words: ViewMessages): PrefectureView {
  const { language, t } = words;
  const name = prefectureName(id, language);
  const records = sortRecords(recordsFrom(id), language);
  const bred = records.filter(isCultivar);
  return {
    id,
    name,
    meta: {
      title: t("prefectures.meta.title", { name }),
      description:
        bred.length > 0
          ? t("prefectures.meta.description", { name, count: bred.length })
          : t("prefectures.meta.descriptionWithout", { name }),
    },
    isInCatalogue: isInCatalogue(id),
    lateDecades: [...new Set(bred.map(decadeOf))].filter((decade) => decade >= lateSince).sort(),
    cultivars: bred.map((record) => datedRecord(record, words)),
    others: records
      .filter((record) => !isCultivar(record))
      .map((record) => ({
        ...datedRecord(record, words),
        kind: t(`statistics.kinds.kind.${recordOf(record).kind}`),
      })),
    recommended: recommendedIn(id, language),
    areas: areasOf(id, language),
    grown: grownIn(id, words),
    neighbours: prefectures
      .filter((other) => isBorder(id, other))
      .map((other) => ({
        id: other,
        name: prefectureName(other, language),
        isInCatalogue: isInCatalogue(other),
      })),
  };
}

/** Returns the pages of all prefectures, by id. */
export function prefecturePagesOf(words: ViewMessages): Readonly<Record<string, PrefectureView>> {
  return Object.fromEntries(prefectures.map((id) => [id, prefectureOf(id, words)]));
}
