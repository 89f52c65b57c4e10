// @vitest-environment jsdom
/** Map of prefectures, and the pages of prefectures. */
import { cleanup, render, screen, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, describe, expect, test } from "vitest";
import { prefectures } from "../../../../client/contracts/prefectures.ts";
import { cultivars } from "../../../../client/cultivars/catalogue/records.ts";
import { mapTables } from "../../../../client/cultivars/catalogue/prefectures/tables.ts";
import {
  mapOf,
  prefecturePagesOf,
} from "../../../../client/cultivars/catalogue/prefectures/prefectures.ts";
import MapPart from "../../../../client/explore/map/MapPart.tsx";
import PrefecturePart from "../../../../client/explore/map/PrefecturePart.tsx";
import type { Preloaded } from "../../../../client/page/payload.ts";
import type { PageName } from "../../../../client/contracts/routes.ts";
import { mapIn, prefectureIn, viewMessagesIn } from "../../catalogue.ts";
import { aPostPage, aPost } from "../../community/posts.ts";
import { inPage } from "../../renderPage.tsx";

afterEach(cleanup);

const records = Object.values(cultivars);

function renderPart(part: ReactNode, page: PageName, preloaded: Preloaded, path = "") {
  const { params } = preloaded;
  return render(inPage(part, { page, language: "ja", params, preloaded: [preloaded], path }));
}

function renderMap(posts: Readonly<Record<string, number>>, search = "") {
  const data = mapIn("ja", posts);
  return renderPart(<MapPart />, "map", { query: "map", params: {}, data }, `/ja/map${search}`);
}

/** Returns the link of the square with this title. */
function hrefOf(title: string | RegExp): string | null | undefined {
  return screen.queryByText(title, { selector: "title" })?.closest("a")?.getAttribute("href");
}

function renderPrefecture(id: string, posts: Parameters<typeof prefectureIn>[2]) {
  const data = prefectureIn("ja", id, posts);
  return renderPart(<PrefecturePart />, "prefecture", {
    query: "prefecture",
    params: { id },
    data,
  });
}

describe("map", () => {
  test("counts each cultivar with a place of origin once", () => {
    const { tiles, cultivars: all } = mapOf(viewMessagesIn("en"));
    const bred = records.filter(({ kind, originEn }) => kind === "cultivar" && originEn !== "");

    expect(tiles.map(({ id }) => id)).toEqual(prefectures);
    expect(tiles.reduce((sum, one) => sum + one.cultivars, 0)).toBe(bred.length);
    expect(all).toBe(records.filter(({ kind }) => kind === "cultivar").length);
  });

  test("has the areas of one year with their source", () => {
    const { areaYear, areaSources, tiles } = mapOf(viewMessagesIn("en"));

    expect(areaYear).toBe(2022);
    expect(areaSources).toHaveLength(1);
    expect(tiles.find(({ id }) => id === "shizuoka")?.area).toBe(13800);
  });

  test("links each prefecture with a page by its full name and value", () => {
    renderMap({});

    expect(hrefOf(/^静岡県：\d+品種$/)).toBe("/ja/prefectures/shizuoka");
    expect(screen.getByText("北海道：0品種", { selector: "title" }).closest("a")).toBeNull();
  });

  test("lists all prefectures in its table", () => {
    renderMap({});

    const table = screen.getByRole("region", { name: "47都道府県の一覧" });
    expect(within(table).getAllByRole("rowheader")).toHaveLength(47);
    expect(within(table).getByRole("group", { name: "47都道府県の一覧" }).tabIndex).toBe(0);
  });

  test("shows areas or posts by the address", () => {
    renderMap({}, "?show=area");
    const tabs = [...document.querySelectorAll(".map-switch a")];
    const addresses = ["/ja/map", "/ja/map?show=area", "/ja/map?show=posts"];
    expect(tabs.map((tab) => tab.getAttribute("href"))).toEqual(addresses);
    expect(tabs.map((tab) => tab.getAttribute("aria-current"))).toEqual([null, "page", null]);
    expect(hrefOf("静岡県：13,800ha")).toBe("/ja/prefectures/shizuoka");
    expect(screen.getByRole("link", { name: "茶園の面積" }).getAttribute("aria-current")).toBe(
      "page",
    );
    cleanup();

    renderMap({ tokyo: 3 }, "?show=posts");
    expect(hrefOf("東京都：投稿3件")).toBe("/ja/prefectures/tokyo");
  });

  test("shows cultivars for an unknown subject", () => {
    renderMap({}, "?show=moon");

    expect(screen.getByRole("link", { name: "育成された品種" }).getAttribute("aria-current")).toBe(
      "page",
    );
  });

  test("names no prefecture where several have the most posts", () => {
    renderMap({ tokyo: 1, kyoto: 1 }, "?show=posts");

    expect(screen.getByRole("heading", { level: 2, name: /複数あり、それぞれ1件/ })).toBeDefined();
  });

  test("says that posts could not be counted, and leaves out their column", () => {
    const data = { ...mapIn("ja", {}), posts: null };
    renderPart(<MapPart />, "map", { query: "map", params: {}, data }, "/ja/map?show=posts");

    expect(screen.getByRole("heading", { name: "投稿の数を読み込めませんでした" })).toBeTruthy();
    expect(screen.queryByRole("columnheader", { name: "投稿" })).toBeNull();
  });

  test("has a row for each prefecture in its file", () => {
    const words = viewMessagesIn("en");
    const tables = mapTables(mapOf(words), prefecturePagesOf(words), words);

    expect(tables.map).toHaveLength(48);
    expect(tables["prefecture-kyoto"]?.length).toBeGreaterThan(14);
    expect(tables["prefecture-tokyo"]).toBeUndefined();
    expect(String(tables["prefecture-shizuoka-area"]?.[1]?.at(-1))).toContain(", as quoted in ");
  });
});

describe("page of a prefecture", () => {
  test("has tables that scroll by keyboard, each with a name", () => {
    renderPrefecture("fukuoka", aPostPage());

    const names = ["ここで生まれた品種", "そのほかの系統や在来種", "奨励品種など"];
    for (const name of names) expect(screen.getByRole("group", { name }).tabIndex).toBe(0);
    for (const table of screen.getAllByRole("table")) {
      expect(table.parentElement?.tabIndex).toBe(0);
    }
  });

  test("names its cultivars and has no unfilled placeholder", () => {
    for (const id of prefectures) {
      const { container } = renderPrefecture(id, aPostPage());
      const bred = records.filter(
        ({ kind, originEn }) => kind === "cultivar" && originEn.toLowerCase() === id,
      );

      const region = screen.queryByRole("region", { name: "ここで生まれた品種" });
      expect(region ? within(region).getAllByRole("rowheader").length : 0).toBe(bred.length);
      expect(container.textContent).not.toMatch(/\{\{|prefectures\.|undefined/);
      cleanup();
    }
  });

  test("gives areas and recommendations with their sources", () => {
    renderPrefecture("fukuoka", null);

    const recommended = screen.getByRole("region", { name: "奨励品種など" });
    expect(within(recommended).getByRole("link", { name: "やまかい" })).toBeTruthy();
    expect(within(recommended).getByRole("link", { name: "茶生産の概況" })).toBeTruthy();
    expect(within(recommended).getByText(/Takedaほか（2006年）/)).toBeTruthy();
    expect(screen.getByRole("figure", { name: "茶園は1,488ha（2022年）" })).toBeTruthy();
  });

  test("links neighbours that have a page, and names the others", () => {
    renderPrefecture("shizuoka", aPostPage());

    const region = screen.getByRole("region", { name: "隣り合う都道府県" });
    const items = within(region).getAllByRole("listitem");
    expect(items.map(({ textContent }) => textContent)).toEqual([
      "神奈川県",
      "山梨県",
      "長野県",
      "愛知県",
    ]);
    expect(within(region).getByRole("link").getAttribute("href")).toBe("/ja/prefectures/aichi");
  });

  test("links to its list, and to that of late registrations", () => {
    renderPrefecture("kagoshima", aPostPage());

    const list = screen.getByRole("link", { name: "品種の一覧で絞り込む" });
    expect(list.getAttribute("href")).toBe("/ja/cultivars?origin=kagoshima");
    const late = screen.getByRole("link", { name: "1990年以降の登録" });
    expect(late.getAttribute("href")).toMatch(/origin=kagoshima&decade=1990/);
    expect(late.getAttribute("rel")).toBe("nofollow");
  });

  test("shows posts with links to both lists, or says that there are none", () => {
    renderPrefecture("kyoto", { ...aPostPage(), posts: [aPost()] });
    const region = screen.getByRole("region", { name: "京都府についての投稿" });
    const lists = within(region).getAllByRole("link").slice(-2);
    expect(lists.map((link) => link.getAttribute("href"))).toEqual([
      "/ja/community?category=review&prefecture=kyoto",
      "/ja/community?category=region-info&prefecture=kyoto",
    ]);
    cleanup();

    renderPrefecture("kyoto", { ...aPostPage(), posts: [] });
    expect(screen.getByText("京都府についての投稿はまだありません。")).toBeTruthy();
    cleanup();

    renderPrefecture("kyoto", null);
    expect(screen.getByText("投稿を読み込めませんでした。")).toBeTruthy();
  });

  test("of an unknown id says so", () => {
    const missing = { query: "prefecture", params: { id: "edo" }, data: null } as const;
    renderPart(<PrefecturePart />, "prefecture", missing);

    expect(screen.getByText("この都道府県のページはありません")).toBeTruthy();
  });
});
