// @vitest-environment jsdom
/** Part of the home page that depends on the day: season, cultivar of the day, newest posts. */
import { cleanup } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { languages } from "../../../client/contracts/language.ts";
import { featuredIds } from "../../../client/cultivars/catalogue/featured.ts";
import Today from "../../../client/home/Today.tsx";
import { pathFor } from "../../../client/language/paths.ts";
import type { QueryData } from "../../../client/page/queries.ts";
import { index } from "../catalogue.ts";
import { aPostPage, aPost } from "../community/posts.ts";
import { renderInPage } from "../renderPage.tsx";

afterEach(cleanup);

const cultivars = index.en.cultivars.filter(({ kind }) => kind === null);

function renderTodayOn(
  now: string,
  language: "en" | "ja",
  posts: QueryData["newestPosts"] = aPostPage(),
) {
  const preloaded = [
    { query: "catalogueIndex" as const, params: {}, data: index[language] },
    { query: "newestPosts" as const, params: {}, data: posts },
  ];
  return renderInPage(<Today />, { page: "home", language, now, preloaded }).container;
}

function cultivarOn(now: string, language: "en" | "ja"): string {
  const href = renderTodayOn(now, language)
    .querySelector(".cultivar-card-link")
    ?.getAttribute("href");
  cleanup();
  return href?.split("/").at(-1) ?? "";
}

describe.each(languages)("home page of the day in %s", (language) => {
  test("names the date and the season in Japan's time", () => {
    const text = renderTodayOn("2008-04-19T15:30:00Z", language).textContent;

    expect(text).toContain(language === "ja" ? "4月\u206020日" : "April\u00a020");
    expect(text).toContain(language === "ja" ? "穀雨" : "Grain rain");
    expect(text).toContain(language === "ja" ? "あと11日" : "11 days until");
  });

  test("says when it is the 88th night", () => {
    expect(renderTodayOn("2008-05-01T00:00:00Z", language).textContent).toContain(
      language === "ja" ? "今日は八十八夜" : "Today is the 88th night",
    );
  });

  test("shows every cultivar that is not featured on a day of its own", () => {
    const days = cultivars.length - featuredIds.length;
    const shown = Array.from({ length: days }, (_, day) =>
      cultivarOn(new Date(Date.UTC(2026, 0, 1 + day, 3)).toISOString(), language),
    );

    expect(new Set(shown).size).toBe(days);
    expect(shown.filter((id) => featuredIds.includes(id))).toEqual([]);
  });

  test("links the newest posts by title or beginning", () => {
    const posts = [
      aPost({ id: 7, title: null, content: "静かな朝" }),
      aPost({ id: 6, user: null }),
    ];
    const links = [
      ...renderTodayOn("2026-11-23T00:00:00Z", language, aPostPage({ posts })).querySelectorAll(
        ".today-notes a",
      ),
    ];

    expect(links.map((link) => link.getAttribute("href"))).toEqual([
      pathFor("post", language, { id: "7" }),
      pathFor("post", language, { id: "6" }),
    ]);
    expect(links[0]?.textContent).toBe("静かな朝");
  });

  test.each([null, aPostPage({ posts: [] })])("has no section of posts without posts", (posts) => {
    expect(
      renderTodayOn("2026-11-23T00:00:00Z", language, posts).querySelector("#today-notes"),
    ).toBeNull();
  });
});

test("the cultivar of the day is the same in both languages", () => {
  expect(cultivarOn("2026-11-23T00:00:00Z", "ja")).toBe(cultivarOn("2026-11-23T00:00:00Z", "en"));
});
