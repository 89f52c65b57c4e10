/** Head of pages: title, canonical, alternates, robots and cards. */
import { renderToString } from "react-dom/server";
import { describe, expect, test } from "vitest";
import type { Language } from "../../../client/contracts/language.ts";
import {
  type Params,
  type RouteName,
  routeNames,
  routes,
} from "../../../client/contracts/routes.ts";
import { pathFor } from "../../../client/language/paths.ts";
import { PageHead } from "../../../client/page/PageHead.tsx";
import { inPage, type PageOptions } from "../renderPage.tsx";
import { eachLanguage } from "../messages.ts";

const origin = "https://chanoki.example";
const listed = "index,follow,max-image-preview:large,max-snippet:-1";

function headOf(options: PageOptions, props: Partial<Parameters<typeof PageHead>[0]> = {}) {
  const markup = renderToString(
    inPage(<PageHead title="Title" description="Words" {...props} />, options),
  );
  const all = (pattern: RegExp) => [...markup.matchAll(pattern)].map(([, ...found]) => found);
  return {
    markup,
    titles: all(/<title>(.*?)<\/title>/g).flat(),
    canonical: all(/<link rel="canonical" href="([^"]*)"\/>/g).flat(),
    alternates: Object.fromEntries(all(/<link rel="alternate" hrefLang="(.*?)" href="(.*?)"\/>/g)),
    meta: Object.fromEntries(all(/<meta (?:name|property)="(.*?)" content="(.*?)"\/>/g)),
  };
}

function paramsOf(name: RouteName): Params {
  return routes[name].path.includes("{id}") ? { id: "7" } : {};
}

const isPrivate = (name: RouteName) => routes[name].guard === "members" || name === "authCallback";
const addressed = routeNames.filter((name) => !isPrivate(name));
const indexed = addressed.filter((name) => routes[name].indexed);

describe.each(eachLanguage)("head in %s", (language) => {
  const place = (page: RouteName) => ({ page, language, params: paramsOf(page) });

  test.each(addressed)("of %s has one title, one canonical and three alternates", (page) => {
    const { titles, canonical, alternates, meta } = headOf(place(page));
    const address = (spoken: Language) => origin + pathFor(page, spoken, paramsOf(page));

    expect(titles).toHaveLength(1);
    expect(canonical).toEqual([address(language)]);
    expect(alternates).toEqual({
      en: address("en"),
      ja: address("ja"),
      "x-default": address("en"),
    });
    expect(meta["og:url"]).toBe(address(language));
  });

  test.each(routeNames.filter(isPrivate))("of %s has no canonical and is not indexed", (page) => {
    const { titles, canonical, alternates, meta } = headOf(place(page));

    expect(titles).toHaveLength(1);
    expect(canonical).toEqual([]);
    expect(alternates).toEqual({});
    expect(meta).not.toHaveProperty("og:url");
    expect(meta.robots).toBe("noindex,nofollow");
  });

  test("uses the card of the host, or the card of the site without one", () => {
    const card = { url: `${origin}/og/page/about-${language}-0.jpg`, alt: "Rows of a tea field" };
    const own = { title: "Title", description: "Words", robots: listed, card };
    const named = headOf({ ...place("about"), meta: own }).meta;
    const unnamed = headOf(place("about")).meta;

    expect([named["og:image"], named["twitter:image"]]).toEqual([card.url, card.url]);
    expect([named["og:image:alt"], named["twitter:image:alt"]]).toEqual([card.alt, card.alt]);
    expect(unnamed["og:image"]).toBe(`${origin}/images/card-${language}.jpg`);
    expect(unnamed["og:image:type"]).toBe(named["og:image:type"]);
  });

  test("of the not-found page has no canonical and is not indexed", () => {
    const { titles, canonical, alternates, meta } = headOf({ page: "notFound", language });

    expect([titles.length, canonical, alternates]).toEqual([1, [], {}]);
    expect(meta.robots).toBe("noindex,follow");
  });

  test("of a missing record has no canonical and is not indexed", () => {
    const { canonical, alternates, meta } = headOf(place("cultivar"), { missing: true });

    expect([canonical, alternates]).toEqual([[], {}]);
    expect(meta.robots).toBe("noindex,follow");
  });
});

describe("robots meta", () => {
  test.each(indexed)("allows indexing of %s", (page) => {
    expect(headOf({ page, params: paramsOf(page) }).meta.robots).toBe(listed);
  });

  test.each(addressed.filter((name) => !routes[name].indexed))(
    "of %s is noindex,follow",
    (page) => {
      expect(headOf({ page, params: paramsOf(page) }).meta.robots).toBe("noindex,follow");
    },
  );

  test("of a view of an indexed page is noindex,follow", () => {
    expect(headOf({ page: "cultivars" }, { indexed: false }).meta.robots).toBe("noindex,follow");
  });

  test("of a member's page is noindex,nofollow also if the page sets another value", () => {
    expect(headOf({ page: "profile" }, { indexed: true }).meta.robots).toBe("noindex,nofollow");
  });

  test("canonical of a further page keeps its page number", () => {
    const { canonical, alternates } = headOf(
      { page: "cultivars", language: "ja" },
      { query: "?page=2" },
    );

    expect(canonical).toEqual([`${origin}/ja/cultivars?page=2`]);
    expect(alternates.en).toBe(`${origin}/cultivars?page=2`);
  });
});

describe("alternate links", () => {
  const ownForms = (markup: string) =>
    [...markup.matchAll(/<link rel="alternate" type="(.*?)" href="(.*?)" title="(.*?)"\/>/g)].map(
      ([, ...found]) => found,
    );
  const cultivar = { page: "cultivar", language: "ja", params: { id: "saemidori" } } as const;
  const forms = { feed: "cultivar/saemidori", embeddable: true } as const;

  test("name the Atom feed and the oEmbed address", () => {
    expect(ownForms(headOf(cultivar, forms).markup)).toEqual([
      ["application/atom+xml", "/ja/feeds/cultivar/saemidori.atom", "Title"],
      [
        "application/json+oembed",
        `${origin}/oembed?url=https%3A%2F%2Fchanoki.example%2Fja%2Fcultivars%2Fsaemidori&amp;format=json`,
        "Title",
      ],
    ]);
  });

  test("are missing without a feed and for a missing record", () => {
    expect(ownForms(headOf(cultivar).markup)).toEqual([]);
    expect(ownForms(headOf(cultivar, { ...forms, missing: true }).markup)).toEqual([]);
  });
});

describe("head text", () => {
  test("has the site name after the title, and before it on the home page", () => {
    expect(headOf({ page: "about", language: "ja" }).titles).toEqual(["Title | 茶の木"]);
    expect(headOf({ page: "home", language: "en" }).titles).toEqual(["Chanoki | Title"]);
  });

  test.each([
    ["en", "en_US", "ja_JP", "Chanoki"],
    ["ja", "ja_JP", "en_US", "茶の木"],
  ] as const)("Open Graph and Twitter tags are in %s", (language, locale, other, siteName) => {
    const { meta } = headOf({ language });

    expect(meta).toMatchObject({
      description: "Words",
      "og:title": "Title",
      "og:description": "Words",
      "og:site_name": siteName,
      "og:locale": locale,
      "og:locale:alternate": other,
      "og:type": "website",
      "og:image": `${origin}/images/card-${language}.jpg`,
      "og:image:width": "1200",
      "og:image:height": "630",
      "twitter:card": "summary_large_image",
      "twitter:title": "Title",
      "twitter:description": "Words",
      "twitter:image": `${origin}/images/card-${language}.jpg`,
    });
    expect(meta["og:image:alt"]).toBeTruthy();
    expect(meta["twitter:image:alt"]).toBe(meta["og:image:alt"]);
  });

  test("of a record has the type article", () => {
    expect(headOf({}, { type: "article" }).meta["og:type"]).toBe("article");
  });

  test("escapes hostile text", () => {
    const hostile = '"><script>alert(1)</script>';
    const { markup } = headOf({}, { title: hostile, description: hostile });

    expect(markup).not.toContain("<script");
    expect(markup).not.toContain('content="">');
  });
});

describe("report to the worker", () => {
  const blank = { status: 200, title: "", description: "", canonical: undefined, isListed: false };

  test("has title, description and canonical", () => {
    const report = { ...blank };

    headOf({ page: "about", report });

    expect(report).toEqual({
      status: 200,
      title: "Title",
      description: "Words",
      canonical: `${origin}/about`,
      isListed: true,
    });
  });

  test("has no canonical for a private page", () => {
    const report = { ...blank };

    headOf({ page: "profile", report });

    expect(report.canonical).toBeUndefined();
  });
});
