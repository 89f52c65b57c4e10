/** Every page has one head: one title, one address, its two languages, and what search engines may do. */
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
import { inPage, type Surroundings } from "../setting.tsx";
import { eachLanguage } from "../words.ts";

const origin = "https://chanoki.example";
const listed = "index,follow,max-image-preview:large,max-snippet:-1";

function headOf(surroundings: Surroundings, props: Partial<Parameters<typeof PageHead>[0]> = {}) {
  const markup = renderToString(
    inPage(<PageHead title="Title" description="Words" {...props} />, surroundings),
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

describe.each(eachLanguage)("in %s", (language) => {
  const place = (page: RouteName) => ({ page, language, params: paramsOf(page) });

  test.each(addressed)("%s has one title, one address, both languages and a default", (page) => {
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

  test.each(routeNames.filter(isPrivate))("%s names no address and is not listed", (page) => {
    const { titles, canonical, alternates, meta } = headOf(place(page));

    expect(titles).toHaveLength(1);
    expect(canonical).toEqual([]);
    expect(alternates).toEqual({});
    expect(meta).not.toHaveProperty("og:url");
    expect(meta.robots).toBe("noindex,nofollow");
  });

  test("the card is the one that the host names, and without one the site's own", () => {
    const card = { url: `${origin}/og/page/about-${language}-0.jpg`, alt: "Rows of a tea field" };
    const own = { title: "Title", description: "Words", robots: listed, card };
    const named = headOf({ ...place("about"), meta: own }).meta;
    const unnamed = headOf(place("about")).meta;

    expect([named["og:image"], named["twitter:image"]]).toEqual([card.url, card.url]);
    expect([named["og:image:alt"], named["twitter:image:alt"]]).toEqual([card.alt, card.alt]);
    expect(unnamed["og:image"]).toBe(`${origin}/images/card-${language}.jpg`);
    expect(unnamed["og:image:type"]).toBe(named["og:image:type"]);
  });

  test("an address without a page names none either", () => {
    const { titles, canonical, alternates, meta } = headOf({ page: "notFound", language });

    expect([titles.length, canonical, alternates]).toEqual([1, [], {}]);
    expect(meta.robots).toBe("noindex,follow");
  });

  test("nor does a listed page with nothing on it", () => {
    const { canonical, alternates, meta } = headOf(place("cultivar"), { missing: true });

    expect([canonical, alternates]).toEqual([[], {}]);
    expect(meta.robots).toBe("noindex,follow");
  });
});

describe("search engines", () => {
  test.each(indexed)("may list %s", (page) => {
    expect(headOf({ page, params: paramsOf(page) }).meta.robots).toBe(listed);
  });

  test.each(addressed.filter((name) => !routes[name].indexed))(
    "may follow %s but not list it",
    (page) => {
      expect(headOf({ page, params: paramsOf(page) }).meta.robots).toBe("noindex,follow");
    },
  );

  test("may follow a view of a listed page but not list it by itself", () => {
    expect(headOf({ page: "cultivars" }, { indexed: false }).meta.robots).toBe("noindex,follow");
  });

  test("list no page of a member, whatever the page says", () => {
    expect(headOf({ page: "profile" }, { indexed: true }).meta.robots).toBe("noindex,nofollow");
  });

  test("name further pages by their own addresses", () => {
    const { canonical, alternates } = headOf(
      { page: "cultivars", language: "ja" },
      { query: "?page=2" },
    );

    expect(canonical).toEqual([`${origin}/ja/cultivars?page=2`]);
    expect(alternates.en).toBe(`${origin}/cultivars?page=2`);
  });
});

describe("machines", () => {
  const ownForms = (markup: string) =>
    [...markup.matchAll(/<link rel="alternate" type="(.*?)" href="(.*?)" title="(.*?)"\/>/g)].map(
      ([, ...found]) => found,
    );
  const cultivar = { page: "cultivar", language: "ja", params: { id: "saemidori" } } as const;
  const forms = { feed: "cultivar/saemidori", embeddable: true } as const;

  test("find the feed of the page, and how other sites may show it", () => {
    expect(ownForms(headOf(cultivar, forms).markup)).toEqual([
      ["application/atom+xml", "/ja/feeds/cultivar/saemidori.atom", "Title"],
      [
        "application/json+oembed",
        `${origin}/oembed?url=https%3A%2F%2Fchanoki.example%2Fja%2Fcultivars%2Fsaemidori&amp;format=json`,
        "Title",
      ],
    ]);
  });

  test("find neither where there is none, nor where nothing is there", () => {
    expect(ownForms(headOf(cultivar).markup)).toEqual([]);
    expect(ownForms(headOf(cultivar, { ...forms, missing: true }).markup)).toEqual([]);
  });
});

describe("the words", () => {
  test("the site's name follows the title, and leads it at home", () => {
    expect(headOf({ page: "about", language: "ja" }).titles).toEqual(["Title | 茶の木"]);
    expect(headOf({ page: "home", language: "en" }).titles).toEqual(["Chanoki | Title"]);
  });

  test.each([
    ["en", "en_US", "ja_JP", "Chanoki"],
    ["ja", "ja_JP", "en_US", "茶の木"],
  ] as const)("the shared link speaks %s", (language, locale, other, siteName) => {
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

  test("a record is an article", () => {
    expect(headOf({}, { type: "article" }).meta["og:type"]).toBe("article");
  });

  test("hostile words stay words", () => {
    const hostile = '"><script>alert(1)</script>';
    const { markup } = headOf({}, { title: hostile, description: hostile });

    expect(markup).not.toContain("<script");
    expect(markup).not.toContain('content="">');
  });
});

describe("the report to the worker", () => {
  const blank = { status: 200, title: "", description: "", canonical: undefined, isListed: false };

  test("says title, description and address", () => {
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

  test("has no address where the page has none", () => {
    const report = { ...blank };

    headOf({ page: "profile", report });

    expect(report.canonical).toBeUndefined();
  });
});
