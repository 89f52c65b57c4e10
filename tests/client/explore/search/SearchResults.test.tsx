/** Order and notes of search results: nothing similar comes before an exact match. */
import { renderToString } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { loadSiteIndex } from "../../../../client/contracts/catalogue.ts";
import type { Language } from "../../../../client/contracts/language.ts";
import SearchResults from "../../../../client/explore/search/SearchResults.tsx";
import type { FoundInCommunity } from "../../../../client/wire/types.generated.ts";
import { findEntries, index } from "../../catalogue.ts";
import { InRouter } from "../../inRouter.tsx";
import { pageOf } from "../../renderPage.tsx";
import { eachLanguage, translate } from "../../messages.ts";

const site = { en: await loadSiteIndex("en"), ja: await loadSiteIndex("ja") };
const nobody: FoundInCommunity = { has_more_posts: false, members: [], posts: [] };

/** Returns the HTML of a search's results. */
function resultsOf(language: Language, search: string, found = nobody): string {
  const path = `/search?${new URLSearchParams({ q: search })}`;
  const page = pageOf({ page: "search", language, path });
  page.store.seed(language, [
    { query: "catalogueIndex", params: {}, data: index[language] },
    { query: "findEntries", params: {}, data: findEntries },
    { query: "siteIndex", params: {}, data: site[language] },
  ]);
  page.store.seed(language, [{ query: "found", params: {}, data: found }], page.search);
  return renderToString(
    <InRouter page={page} path={path}>
      <SearchResults />
    </InRouter>,
  );
}

/** Returns the groups of results in their order. */
function groupsOf(html: string): readonly string[] {
  return [...html.matchAll(/<h2 id="search-(\w+)"/g)].map(([, name = ""]) => name);
}

describe.each(eachLanguage)("results in %s", (language) => {
  test.each(["茶中間母本農1号", "Cha Chukanbohon Nou 1", "はるな", "MAKURA No. 1"])(
    "the unconfirmed name %s comes first and is not denied",
    (search) => {
      const html = resultsOf(language, search);

      expect(groupsOf(html)[0]).toBe("names");
      expect(html).not.toContain(translate[language]("search.near", { search }));
    },
  );

  test("a record has its epithet in one line, and origin and registration in the next", () => {
    const html = resultsOf(language, "やぶきた");

    const fact = language === "ja" ? "静岡県・茶農林6号" : "Shizuoka · Norin No. 6";
    expect(html).toContain(`</p><p>${fact}`);
  });

  test("a record without origin and registration has no empty line", () => {
    const plain = index[language].cultivars.find((one) => !one.origin && !one.registration);
    const html = resultsOf(language, plain?.nameJa ?? "");

    expect(html).toContain(`cultivars/${plain?.id}`);
    expect(html).not.toContain("<p></p>");
  });

  test("a post has the name of its author and its date", () => {
    const post = { id: 7, category: "review", title: "新茶", excerpt: "うまい", author: "Hana" };
    const posts = [{ ...post, created_at: "2026-11-21T04:00:00Z" }];
    const html = resultsOf(language, "やぶきた", { ...nobody, posts });

    expect(html).toContain('<span lang="ja">新茶</span>');
    expect(html).toContain('<p lang="ja">うまい</p>');
    const by = html.split('<p class="search-by">')[1]?.split("</p>")[0];
    const text = by?.replace(/<[^>]+>/g, "");
    expect(text).toBe(language === "ja" ? "Hana・2026年11月21日" : "Hana, November 21, 2026");
  });

  test("similar records come after exact names, with a note of their own", () => {
    const html = resultsOf(language, "茶中間母本農1号");

    expect(groupsOf(html).at(-1)).toBe("cultivars");
    expect(html).toContain(translate[language]("search.similar"));
  });

  test("every unconfirmed name comes before the records that are not called so", () => {
    const late = site[language].names.filter(({ name }) => {
      const groups = groupsOf(resultsOf(language, name));
      return groups[0] !== "names";
    });

    expect(late.map(({ name }) => name)).toEqual([]);
  });

  test("records are called similar if there are only similar ones", () => {
    const html = resultsOf(language, "Saemidoru");

    expect(groupsOf(html)).toEqual(["cultivars"]);
    expect(html).toContain(translate[language]("search.near", { search: "Saemidoru" }));
  });

  test("records come before names that only contain the search", () => {
    expect(groupsOf(resultsOf(language, "Makura"))[0]).toBe("cultivars");
  });
});
