/** Head of the pages of breeders and prefectures after a navigation inside the site. */
import { renderToString } from "react-dom/server";
import { describe, expect, test } from "vitest";
import type { Language } from "../../../client/contracts/language.ts";
import type { Preloaded } from "../../../client/page/payload.ts";
import OverviewPage from "../../../client/explore/OverviewPage.tsx";
import { breederIn, prefectureIn } from "../catalogue.ts";
import { aPostPage } from "../community/posts.ts";
import { inPage } from "../renderPage.tsx";
import { eachLanguage, translate } from "../messages.ts";

type Page = "breeder" | "prefecture";

/** Returns the head tags of a page that is rendered from its data, without the `meta` of a payload. */
function headOf(language: Language, preloaded: Extract<Preloaded, { readonly query: Page }>) {
  const { query: page, params } = preloaded;
  const place = { page, language, params, preloaded: [preloaded] };
  const markup = renderToString(inPage(<OverviewPage />, place));
  const tags = markup.matchAll(/<meta (?:name|property)="(.*?)" content="(.*?)"\/>/g);
  const meta = Object.fromEntries([...tags].map(([, name, content]) => [name, content]));
  return { title: /<title>(.*?) \| /.exec(markup)?.[1], meta };
}

describe.each(eachLanguage)("head in %s", (language) => {
  test.each([
    ["breeder", "breeders"],
    ["prefecture", "prefectures"],
  ] as const)("of a missing %s says so and is not indexed", (page, messages) => {
    const { title, meta } = headOf(language, { query: page, params: { id: "tokyo" }, data: null });

    expect(title).toBe(translate[language](`${messages}.unknown.title`));
    expect(meta.description).toBe(translate[language](`${messages}.unknown.body`));
    expect(meta.robots).toBe("noindex,follow");
  });

  test("of a breeder is that of its data", () => {
    const breeder = breederIn(language, "kyoto");

    const { title, meta } = headOf(language, {
      query: "breeder",
      params: { id: "kyoto" },
      data: breeder,
    });

    expect(title).toBe(breeder.meta.title);
    expect(meta.robots).toMatch(/^index,/);
  });

  test.each([
    ["kyoto", /^index,follow/],
    ["tokyo", /^noindex,follow$/],
  ])("of the prefecture %s with posts has the robots %s", (id, robots) => {
    const data = prefectureIn(language, id, aPostPage());

    const { title, meta } = headOf(language, { query: "prefecture", params: { id }, data });

    expect(title).toBe(data.meta.title);
    expect(meta.robots).toMatch(robots);
  });
});
