/** What the map shows by the query of its address: the squares, and a sentence that sums them up. */
import type { MapPageData, MapTile } from "../../contracts/overview/map.ts";
import { numberText } from "../../language/dates.ts";
import { pathFor } from "../../language/paths.ts";
import { usePage } from "../../page/PageContext.ts";
import type { Square } from "./TileMap.tsx";

/** The first is that of the address without a query. */
export const subjects = ["cultivars", "area", "posts"] as const;
export type Subject = (typeof subjects)[number];

/**
 * Returns what the map shows, as `show` in the query says: cultivars, area or posts; the first one
 * for any other value.
 */
export function subjectOf(search: string): Subject {
  const show = new URLSearchParams(search).get("show");
  return subjects.find((subject) => subject === show) ?? subjects[0];
}

/**
 * Returns the value of a prefecture on the chosen map: a number of cultivars or posts, or hectares;
 * 0 where it is unknown.
 */
function amountOf(subject: Subject, { id, cultivars, area }: MapTile, posts: MapPageData["posts"]) {
  if (subject === "cultivars") return cultivars;
  return subject === "area" ? (area ?? 0) : (posts?.posts[id] ?? 0);
}

/** Returns a function that writes a value with the unit of the map. */
function useValueText(subject: Subject): (value: number) => string {
  const { t } = usePage();
  return (value) => {
    if (subject === "area") {
      return value > 0 ? t("map.value.area", { area: numberText(value) }) : t("map.value.none");
    }
    return t(`map.value.${subject}`, { count: value });
  };
}

/**
 * Returns the squares of the map with their values; one links to its page if the catalogue or a
 * post has something on the prefecture.
 */
export function useSquares(subject: Subject, { view: map, posts }: MapPageData): readonly Square[] {
  const { language, t } = usePage();
  const valueText = useValueText(subject);
  return map.tiles.map((tile) => {
    const { id, name, lines, column, row, isInCatalogue } = tile;
    const value = amountOf(subject, tile, posts);
    const hasPage = isInCatalogue || (posts?.posts[id] ?? 0) > 0;
    return {
      id,
      lines,
      column,
      row,
      value,
      text: value > 0 ? numberText(Math.round(value)) : "",
      label: t("map.tile", { name, value: valueText(value) }),
      href: hasPage ? pathFor("prefecture", language, { id }) : null,
    };
  });
}

interface Finding {
  readonly title: string;
  readonly subtitle: string;
}

/**
 * Returns the title of the map, which names the largest value or says that posts are missing, and
 * a subtitle with unit and coverage.
 */
export function useFinding(subject: Subject, { view: map, posts }: MapPageData): Finding {
  const { t } = usePage();
  const values = map.tiles.map((tile) => ({
    name: tile.name,
    value: amountOf(subject, tile, posts),
  }));
  const filled = values.filter(({ value }) => value > 0);
  const [top] = filled.toSorted((a, b) => b.value - a.value);
  const { name = "", value = 0 } = top ?? {};
  if (subject === "area") {
    return {
      title: t("map.title.area", { name, area: numberText(value) }),
      subtitle: t("map.subtitle.area", { year: map.areaYear, count: filled.length }),
    };
  }
  if (subject === "cultivars") {
    const count = values.reduce((sum, one) => sum + one.value, 0);
    return {
      title: t("map.title.cultivars", { name, count: value }),
      subtitle: t("map.subtitle.cultivars", { count, total: map.cultivars }),
    };
  }
  const subtitle = t("map.subtitle.posts", { count: filled.length });
  if (posts === null) return { title: t("map.title.failed"), subtitle };
  if (top === undefined) return { title: t("map.title.noPosts"), subtitle };
  const isTied = filled.filter((one) => one.value === value).length > 1;
  const title = isTied
    ? t("map.title.postsTied", { count: value })
    : t("map.title.posts", { name, count: value });
  return { title, subtitle };
}
