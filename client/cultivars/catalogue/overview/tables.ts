/** Makes the tables of the charts, which are files of their own, at build time. */
import rightTable from "../../../../shared/catalogue/rights.json" with { type: "json" };
import type { AreaShare, ChartView, Statistics } from "../../../contracts/overview/overview.ts";
import { cultivarNamed, ids } from "../records.ts";
import type { ViewMessages } from "../viewMessages.ts";
import type { Cell } from "./csv.ts";

export type Table = readonly (readonly Cell[])[];

interface RightRow {
  readonly status: "granted" | "announced" | "none-found" | "unknown";
  readonly granted: string | null;
  readonly termYears: number | null;
  readonly ended: string | null;
}

const rights: Readonly<Record<string, RightRow>> = JSON.parse(JSON.stringify(rightTable));

/** Returns a chart as the rows of a table, heads first. */
export function tableOf({ heads, rows }: ChartView): Table {
  return [heads, ...rows.map(({ label, value }) => [label, value])];
}

/**
 * Returns the table of plant variety rights with their dates. It has no status, which depends on
 * the day of reading.
 */
function rightRows({ language, t }: ViewMessages): Table {
  const columns = ["record", "recorded", "granted", "term", "ended"] as const;
  const heads = columns.map((name) => t(`statistics.rights.columns.${name}`));
  const rows = ids.flatMap((id) => {
    const right = rights[id];
    if (right === undefined) return [];
    const { status, granted, termYears, ended } = right;
    const recorded = t(`statistics.rights.recorded.${status}`);
    const { name } = cultivarNamed(id, language);
    return [[name, recorded, granted ?? "", termYears ?? "", ended ?? ""]];
  });
  return [heads, ...rows];
}

/** Returns the titles of the sources of a share, and the document that they quote as second-hand. */
function titlesOf(share: Pick<AreaShare, "sources" | "quoted">, { t }: ViewMessages): string {
  const titles = share.sources.map(({ title }) => title).join("; ");
  const document = share.quoted;
  return document ? `${titles} ${t("statistics.groups.quoted", { document })}` : titles;
}

/** Returns the table of Yabukita's share of the planted area by year. */
function areaRows(area: Statistics["area"], words: ViewMessages): Table {
  const { t } = words;
  const columns = ["year", "percent", "hectares", "note", "sources"] as const;
  const rows = area.map((share) => {
    const { year, percent, hectares, note } = share;
    return [year, percent, hectares ?? "", note ?? "", titlesOf(share, words)];
  });
  return [columns.map((name) => t(`statistics.area.${name}`)), ...rows];
}

/** Returns the table of the area shares of groups. */
function groupRows(groups: Statistics["groups"], words: ViewMessages): Table {
  const { t } = words;
  const columns = ["group", "region", "year", "percent", "of", "sources"] as const;
  const rows = groups.map((share) => {
    const { group, region, year, percent, of } = share;
    return [group, region, year, percent, of, titlesOf(share, words)];
  });
  return [columns.map((name) => t(`statistics.groups.${name}`)), ...rows];
}

/** Returns the tables of the statistics page, by the id of their chart. */
export function statisticsTables(
  { decades, charts, area, groups }: Statistics,
  words: ViewMessages,
): Readonly<Record<string, Table>> {
  return {
    ...Object.fromEntries([decades, ...charts].map((chart) => [chart.id, tableOf(chart)])),
    rights: rightRows(words),
    area: areaRows(area, words),
    groups: groupRows(groups, words),
  };
}
