/** Makes the tables of the map and of prefectures, which are files of their own, at build time. */
import type { MapView, PrefectureView, Sourced } from "../../../contracts/overview/map.ts";
import type { Table } from "../overview/tables.ts";
import type { ViewMessages } from "../viewMessages.ts";

/** Returns the titles of a row's sources as one text, after the document that they quote. */
function titlesOf({ sources, quoted }: Sourced, { t }: ViewMessages): string {
  const titles = sources.map(({ title }) => title).join("; ");
  return quoted ? `${t("prefectures.quoted", { document: quoted })} ${titles}` : titles;
}

/** Returns the table of the records from a prefecture. */
function recordRows({ cultivars, others }: PrefectureView, { t }: ViewMessages): Table {
  const kind = t("statistics.kinds.kind.cultivar");
  return [
    [
      t("breeders.listed.year"),
      t("breeders.listed.name"),
      t("statistics.kinds.label"),
      t("cultivar.registration"),
      t("breeders.person"),
    ],
    ...[...cultivars.map((one) => ({ ...one, kind })), ...others].map((one) => [
      one.year,
      one.name,
      one.kind,
      one.registration,
      one.breeder ?? "",
    ]),
  ];
}

/** Returns the table of a prefecture's tea area by year. */
function areaRows({ areas }: PrefectureView, words: ViewMessages): Table {
  const { t } = words;
  return [
    [
      t("prefectures.year"),
      t("prefectures.hectares"),
      t("prefectures.note"),
      t("prefectures.source"),
    ],
    ...areas.map((one) => [one.year, one.hectares, one.note ?? "", titlesOf(one, words)]),
  ];
}

/**
 * Returns the tables of the map and of the prefectures' pages, by id. They have no numbers of
 * posts, because the files are made with the build.
 */
export function mapTables(
  { tiles, areaYear }: MapView,
  byId: Readonly<Record<string, PrefectureView>>,
  words: ViewMessages,
): Readonly<Record<string, Table>> {
  const { t } = words;
  const pages = Object.entries(byId);
  const records = pages
    .filter(([, { cultivars, others }]) => cultivars.length + others.length > 0)
    .map(([id, page]) => [`prefecture-${id}`, recordRows(page, words)]);
  const areas = pages
    .filter(([, page]) => page.areas.length > 0)
    .map(([id, page]) => [`prefecture-${id}-area`, areaRows(page, words)]);
  return {
    map: [
      [t("map.prefecture"), t("map.columns.cultivars"), t("map.columns.area", { year: areaYear })],
      ...tiles.map(({ name, cultivars, area }) => [name, cultivars, area ?? ""]),
    ],
    ...Object.fromEntries([...records, ...areas]),
  };
}
