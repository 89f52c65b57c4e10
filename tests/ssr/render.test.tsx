/** Server rendering of every page in both languages. */
import { pathFor } from "../../client/language/paths.ts";
import { describe, expect, test } from "vitest";
import type { Language } from "../../client/contracts/language.ts";
import { type PageName, routes } from "../../client/contracts/routes.ts";
import type { PagePayload } from "../../client/page/payload.ts";
import { createRenderer, warmUpPayloads } from "../../ssr/render.tsx";
import { ids } from "../client/catalogue.ts";
import { eachLanguage, messages } from "../client/messages.ts";
import { pageNames, payloadOf, recordPayload } from "./payloads.ts";
import { sweptItems } from "./sweep.ts";

const render = await createRenderer();

type Rendered = ReturnType<typeof render>;
const rendered = new Map<string, Rendered>();

/** Renders a page; memoized, since "rendering of a payload" tests that each render is the same. */
function renderedPage(page: PageName, language: Language): Rendered {
  const key = `${language} ${page}`;
  const found = rendered.get(key) ?? render(payloadOf(page, language));
  rendered.set(key, found);
  return found;
}

const isPrivate = (page: PageName) =>
  page === "authCallback" || (page !== "notFound" && routes[page].guard === "members");
const isMissing = (page: PageName) => page === "notFound";
const indexed = pageNames.filter((page) => page !== "notFound" && routes[page].indexed);

function count(markup: string, pattern: RegExp): number {
  return markup.match(pattern)?.length ?? 0;
}

function contentOf(head: string, name: string): string | undefined {
  return new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"/>`).exec(head)?.[1];
}

function graphOf(head: string): readonly Readonly<Record<string, unknown>>[] {
  const text = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(head)?.[1];
  return text === undefined ? [] : JSON.parse(text)["@graph"];
}

/** Returns message keys and unfilled placeholders in the markup: signs of a missing message or value. */
function unfilledIn(markup: string): readonly string[] {
  const texts = Array.from(markup.matchAll(/>([^<>]+)(?=<)/g), ([, text = ""]) => text);
  const keys = texts.filter((text) => Object.hasOwn(messages.en, text));
  const broken = markup.match(/\{\{|\bundefined\b|\bNaN\b|\[object \w+\]/g) ?? [];
  return [...keys, ...broken];
}

describe.each(eachLanguage)("rendering in %s", (language) => {
  test.each(pageNames)("of %s has one h1, one main and no unfilled text", (page) => {
    const { status, head, body } = renderedPage(page, language);

    expect(status).toBe(isMissing(page) ? 404 : 200);
    expect(count(body, /<h1[ >]/g)).toBe(1);
    expect(count(body, /<main[ >]/g)).toBe(1);
    expect(unfilledIn(head + body)).toEqual([]);
  });

  test.each(pageNames)("of %s has one complete head and no head tags in the body", (page) => {
    const { head, body } = renderedPage(page, language);
    const addresses = isPrivate(page) || isMissing(page) ? 0 : 1;

    expect(count(head, /<title>[^<]+<\/title>/g)).toBe(1);
    expect(count(head, /<link rel="canonical"/g)).toBe(addresses);
    expect(count(head, /<link rel="alternate" hrefLang="(?:en|ja|x-default)"/g)).toBe(
      3 * addresses,
    );
    for (const name of ["description", "robots"]) {
      expect([name, contentOf(head, name)]).toEqual([name, expect.stringMatching(/\S/)]);
    }
    // Missing pages and the callback page are not shared, so they have no card.
    const isShown = !isMissing(page) && page !== "authCallback";
    for (const name of ["og:title", "og:image", "twitter:card"]) {
      const expected = isShown ? expect.stringMatching(/\S/) : undefined;
      expect([name, contentOf(head, name)]).toEqual([name, expected]);
    }
    // The names in a diagram have SVG titles.
    expect(body.replace(/<svg.*?<\/svg>/gs, "")).not.toMatch(
      /<(?:title|meta|link|script|style)[ >]/,
    );
    expect(head.replace(/<script.*<\/script>/s, "")).not.toMatch(/<(?!title|\/title|meta|link)/);
  });

  test.each(indexed)("of %s has JSON-LD for the organization, the site and the page", (page) => {
    const { head } = renderedPage(page, language);
    const canonical = /rel="canonical" href="([^"]*)"/.exec(head)?.[1];
    const graph = graphOf(head);
    const types = graph.map((node) => node["@type"]);

    expect(types.slice(0, 2)).toEqual(["Organization", "WebSite"]);
    expect(graph.find((node) => node["@id"] === canonical)?.inLanguage).toBe(language);
    expect(new Set(graph.map((node) => node["@id"])).size).toBe(graph.length);
  });

  test.each(pageNames.filter((page) => isPrivate(page) || isMissing(page)))(
    "of %s has no JSON-LD",
    (page) => {
      expect(graphOf(renderedPage(page, language).head)).toEqual([]);
    },
  );

  test("of every record is complete", () => {
    const broken = sweptItems(ids, language).filter((id) => {
      const { status, head, body } = render(recordPayload(language, id));
      return status !== 200 || unfilledIn(head + body).length > 0 || count(body, /<h1[ >]/g) !== 1;
    });

    expect(broken).toEqual([]);
  });

  test("of an unknown record has status 404 and a message", () => {
    const params = { id: "fictional" };
    const { status, head, body } = render(
      payloadOf("cultivar", language, {
        params,
        url: pathFor("cultivar", language, params),
        preloaded: [{ query: "cultivar", params, data: null }],
      }),
    );

    expect(status).toBe(404);
    expect(contentOf(head, "robots")).toBe("noindex,follow");
    expect(head).not.toContain("canonical");
    expect(body).toContain(messages[language]["cultivar.notFound.title"]);
  });
});

describe.each(eachLanguage)("rendering of a failed page in %s", (language) => {
  test.each(pageNames)("has the fallback screen and is not indexed: %s", (page) => {
    const meta = { title: "Failed", description: "Later", robots: "noindex,follow", query: null };
    const { status, head, body } = render(payloadOf(page, language, { status: 500, meta }));

    expect(status).toBe(500);
    const title = { en: "An error occurred", ja: "エラーが発生しました" }[language];
    expect(body).toMatch(new RegExp(`^<main class="fallback-screen" lang="${language}">`));
    expect(body).toContain(`<h1 class="fallback-screen-title">${title}</h1>`);
    expect(contentOf(head, "robots")).toBe("noindex,follow");
    expect(count(head, /<title>[^<]*Failed[^<]*<\/title>/g)).toBe(1);
    expect(head).not.toContain("canonical");
  });
});

describe("record JSON-LD", () => {
  test("is a Taxon with names, registrations and species", () => {
    const graph = graphOf(render(payloadOf("cultivar", "ja")).head);
    const page = graph.find((node) => node["@type"] === "WebPage");

    expect(page?.mainEntity).toMatchObject({
      "@type": ["Taxon", "DefinedTerm"],
      name: "さえみどり",
      alternateName: ["さえみどり", "Saemidori", "枕崎9号"],
      termCode: "saemidori",
      identifier: [
        { propertyID: "茶農林", value: "40" },
        { propertyID: "種苗法", value: "2881" },
      ],
      taxonRank: "cultivar",
      parentTaxon: { name: "Camellia sinensis", taxonRank: "species" },
    });
    expect(graph.map((node) => node["@type"])).toContain("BreadcrumbList");
  });

  test("has the same entity in both languages on two pages", () => {
    const [english, japanese] = eachLanguage.map((language) => {
      const graph = graphOf(render(payloadOf("cultivar", language)).head);
      return graph.find((node) => node["@type"] === "WebPage");
    });

    expect(JSON.stringify(english?.mainEntity)).toContain(
      '"@id":"https://chanoki.example/cultivars/saemidori#cultivar"',
    );
    expect(JSON.stringify(japanese?.mainEntity)).toContain(
      '"@id":"https://chanoki.example/cultivars/saemidori#cultivar"',
    );
    expect(english?.["@id"]).not.toBe(japanese?.["@id"]);
  });
});

describe("cultivar list", () => {
  function list(query: string) {
    return render(payloadOf("cultivars", "en", { url: `/cultivars${query}` }));
  }

  test("is rendered from the filters in its address", () => {
    const { body } = list("?search=norin+32&lineage=0");

    expect(body).toMatch(/<input [^>]*name="search"[^>]*value="norin 32"/);
    expect(body).toMatch(/<input type="checkbox" name="lineage" checked="" value="0"\/>Yabukita/);
    expect(body).toContain('id="c-okumidori"');
    expect(count(body, /<article/g)).toBe(1);
  });

  test("links to its next page", () => {
    const { body } = list("?page=2");

    expect(count(body, /<article/g)).toBe(20);
    expect(body).toMatch(/href="\/cultivars\?page=3#c-[a-z0-9-]+"/);
  });

  test("has an ItemList of the cultivars shown", () => {
    const graph = graphOf(list("?page=2").head);
    const page = graph.find((node) => node["@type"] === "CollectionPage");

    expect(page?.mainEntity).toMatchObject({ "@type": "ItemList", numberOfItems: 20 });
  });

  test("has no JSON-LD for a filtered view", () => {
    expect(graphOf(list("?search=oku").head)).toEqual([]);
    expect(graphOf(list("?lineage=x&page=2").head)).toEqual([]);
  });

  test.each([
    "?search=%00%0D%0A%ED%A0%80",
    "?search=%E0%A4%A",
    "?page=-1&page=2",
    "?origin[]=kyoto&=&&&",
    `?search=${"%F0%9F%8D%B5".repeat(500)}`,
    "?search=<script>alert(1)</script>",
  ])("with the odd query %s has status 200", (query) => {
    expect(list(query).status).toBe(200);
  });
});

describe("rendering of a payload", () => {
  function freeze(value: unknown): void {
    if (typeof value !== "object" || value === null) return;
    Object.freeze(value);
    for (const part of Object.values(value)) freeze(part);
  }

  test("is the same after all other renders, in either order", () => {
    const all = pageNames.flatMap((page) =>
      eachLanguage.map((language) => [page, language] as const),
    );
    const renderAll = (order: typeof all) =>
      new Map(order.map((one) => [one.join(), render(payloadOf(...one))]));
    const first = renderAll(all);

    for (const order of [all.toReversed(), all]) {
      const again = renderAll(order);
      for (const one of all)
        expect([one, again.get(one.join())]).toEqual([one, first.get(one.join())]);
    }
  });

  test("does not change the payload", () => {
    for (const page of pageNames) {
      const payload = payloadOf(page, "ja");
      freeze(payload);

      expect(() => render(payload)).not.toThrow();
    }
  });

  test("keeps a status set by the host", () => {
    expect(render(payloadOf("about", "en", { status: 503 })).status).toBe(503);
  });
});

describe("incomplete payload", () => {
  const requiredQueries: readonly (readonly [PageName, string])[] = [
    ["home", "featuredCultivars"],
    ["cultivar", "cultivar"],
    ["contact", "operator"],
    ["legal", "operator"],
  ];

  test.each(requiredQueries)("of %s without %s throws an error with that name", (page, query) => {
    const payload = payloadOf(page, "en", { preloaded: [] });

    expect(() => render(payload)).toThrow(`${query} was read before it was loaded`);
  });

  test("with another record's data throws an error", () => {
    const { preloaded } = recordPayload("en", "z1");

    expect(() => render(payloadOf("cultivar", "en", { preloaded }))).toThrow("cultivar was read");
  });

  test("does not affect the next render", () => {
    const before = render(payloadOf("cultivar", "ja"));

    expect(() => render(payloadOf("cultivar", "ja", { preloaded: [] }))).toThrow("cultivar");
    expect(render(payloadOf("cultivar", "ja"))).toEqual(before);
  });
});

describe("worker start", () => {
  test("renders the warm-up pages without a host", () => {
    const statuses = warmUpPayloads().map((payload: PagePayload) => render(payload).status);

    expect(statuses.length).toBeGreaterThan(0);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});
