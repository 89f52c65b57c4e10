/** Charts the registrations of each year, decade by decade, with what the registers say of the years with many. */
import type { YearChart } from "../../../contracts/overview/overview.ts";
import { cultivars } from "../records.ts";
import type { ViewMessages } from "../viewMessages.ts";

const decadeYears = 10;
const records = Object.values(cultivars);
const dated = records.filter(({ registrationYear }) => registrationYear !== "");

/** Counts the records registered in a year. */
function countInYear(year: number): number {
  return dated.filter(({ registrationYear }) => Number(registrationYear) === year).length;
}

/** Returns one decade of the chart, with a row for each of its ten years. */
function decadeOf(decade: number, { t }: ViewMessages): YearChart["decades"][number] {
  const rows = Array.from({ length: decadeYears }, (_, place) => ({
    label: String(decade + place),
    short: String(place),
    value: countInYear(decade + place),
  }));
  return {
    decade,
    label: t("statistics.decade", { year: decade }),
    count: rows.reduce((sum, { value }) => sum + value, 0),
    rows,
  };
}

/** Counts the records registered in a year in one system, such as "norin". */
function countInSystem(year: string, system: string): number {
  return dated.filter(
    ({ registrationYear, registration }) =>
      registrationYear === year && registration.system === system,
  ).length;
}

/**
 * Returns the sentences beside the chart that explain its peaks: the national series of 1953 and
 * 1954 with Kyoto's recommendations, and the plant variety act.
 */
function peakSentencesOf({ t }: ViewMessages): readonly string[] {
  const rights = dated.filter(({ registration }) => registration.system === "pvp");
  const years = rights.map(({ registrationYear }) => registrationYear).sort();
  return [
    t("timeline.chart.waves.numbers", { count: countInSystem("1953", "norin") }),
    t("timeline.chart.waves.kyoto", {
      count: countInSystem("1954", "norin"),
      recommended: countInSystem("1954", "prefecture"),
    }),
    t("timeline.chart.waves.rights", { year: years[0] ?? "", count: rights.length }),
  ];
}

/**
 * Returns the chart of registrations by year, ten years in a row, from the first decade to the
 * last.
 */
export function yearChartOf(words: ViewMessages): YearChart {
  const { t } = words;
  const years = dated.map(({ registrationYear }) => Number(registrationYear));
  const [first, last] = [Math.min(...years), Math.max(...years)];
  const decades = [];
  for (let decade = first - (first % decadeYears); decade <= last; decade += decadeYears) {
    decades.push(decadeOf(decade, words));
  }
  const [top] = decades.flatMap(({ rows }) => rows).sort((a, b) => b.value - a.value);
  const unlisted = dated.filter(({ kind }) => kind !== "cultivar").length;
  return {
    title: t("timeline.chart.title", { year: top?.label ?? "", count: top?.value ?? 0 }),
    subtitle: t("timeline.chart.subtitle", { count: dated.length, unlisted }),
    decades,
    waves: peakSentencesOf(words),
  };
}
