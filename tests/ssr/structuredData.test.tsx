/** JSON-LD that the worker prints for pages of each kind. */
import { describe, expect, test } from "vitest";
import { type PageName, routes } from "../../client/contracts/routes.ts";
import { partialDateText } from "../../client/language/partialDates.ts";
import { pathFor } from "../../client/language/paths.ts";
import type { PagePayload } from "../../client/page/payload.ts";
import { createRenderer } from "../../ssr/render.tsx";
import { ids } from "../client/catalogue.ts";
import { site } from "../client/renderPage.tsx";
import { eachLanguage, translate } from "../client/messages.ts";
import { pageNames, payloadOf, recordPayload } from "./payloads.ts";

const render = await createRenderer();

interface Node {
  readonly "@type": string;
  readonly name?: string;
  readonly description?: string;
  readonly itemListElement?: readonly { readonly item: string; readonly name: string }[];
  readonly dateModified?: string;
  readonly size?: string;
  readonly contentUrl?: string;
  readonly license?: string;
  readonly creditText?: string;
  readonly mainEntity?: Readonly<Record<string, unknown>>;
}

/** Returns the node of a type in the graph that a page prints. */
function nodeOf(payload: PagePayload, type: string): Node | undefined {
  const { head } = render(payload);
  const text = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(head)?.[1] ?? "{}";
  const { "@graph": graph = [] }: { readonly "@graph"?: readonly Node[] } = JSON.parse(text);
  return graph.find((node) => node["@type"] === type);
}

/** Returns the text of a piece of HTML. */
const textOf = (html: string) => html.replace(/<[^>]+>/g, "");

const isBelowHome = (page: PageName) =>
  page !== "notFound" && page !== "home" && routes[page].indexed;

describe.each(eachLanguage)("JSON-LD in %s", (language) => {
  test.each(pageNames.filter(isBelowHome))("has a breadcrumb from home to %s", (page) => {
    const payload = payloadOf(page, language);
    const steps = nodeOf(payload, "BreadcrumbList")?.itemListElement?.map(({ item }) => item);

    expect(steps?.at(0)).toBe(site.origin + pathFor("home", language));
    expect(steps?.at(-1)).toBe(site.origin + payload.url);
  });

  test.each(pageNames.filter(isBelowHome))("names the steps as the breadcrumb of %s", (page) => {
    const payload = payloadOf(page, language);
    const [, trail] = /<nav class="breadcrumb"[^>]*>(.*?)<\/nav>/s.exec(render(payload).body) ?? [];
    const shown = trail?.split("</li>").slice(0, -1).map(textOf);
    const named = nodeOf(payload, "BreadcrumbList")?.itemListElement?.map(({ name }) => name);

    // A page without a visible breadcrumb has the steps in its JSON-LD alone.
    expect(shown ?? named).toEqual(named);
  });
});

describe.each(eachLanguage)("JSON-LD of a text in %s", (language) => {
  /** Returns the visible line of the last change, and the day in the JSON-LD. */
  const datesOf = (page: PageName) => {
    const payload = payloadOf(page, language);
    const [, shown] = /legal-text-updated">([^<]*)</.exec(render(payload).body) ?? [];
    return { shown, day: nodeOf(payload, "WebPage")?.dateModified };
  };

  test.each(["terms", "privacy"] as const)("has the day that the page of %s shows", (page) => {
    const { shown, day = "" } = datesOf(page);

    const date = partialDateText(day, language);
    expect(shown).toBe(translate[language](`${page}.updated`, { date }));
    expect(date).toMatch(/2026/);
  });

  test("has no day for a page that shows none", () => {
    expect(datesOf("legal")).toEqual({ shown: undefined, day: undefined });
  });
});

describe("record JSON-LD", () => {
  test.each([
    { id: "f1nn27", kind: "letters" },
    { id: "benibanacha", kind: "katakana" },
    { id: "hoshinomidori", kind: "kanji" },
  ])("has only names that the page shows, for a name in $kind", ({ id }) => {
    const payload = recordPayload("ja", id);
    const shown = textOf(render(payload).body);
    const names = nodeOf(payload, "WebPage")?.mainEntity?.alternateName as readonly string[];

    expect(names.filter((name) => !shown.includes(name))).toEqual([]);
  });

  test("leaves out a reading that no source gives", () => {
    const names = (id: string) =>
      nodeOf(recordPayload("ja", id), "WebPage")?.mainEntity?.alternateName;

    expect(names("mizumiiro-kaori")).toEqual([
      "水見色かおり",
      "Mizumiiro-kaori",
      "Mizumishiro-kaori",
    ]);
    expect(names("hoshinomidori")).toContain("ほしのみどり");
  });

  test.each([
    { id: "saemidori", registers: ["茶農林", "種苗法"] },
    { id: "fujikaori", registers: undefined },
  ])("of $id has the numbers of $registers", ({ id, registers }) => {
    const taxon = nodeOf(recordPayload("ja", id), "WebPage")?.mainEntity ?? {};

    const numbers = taxon.identifier as readonly { readonly propertyID: string }[] | undefined;
    expect(numbers?.map(({ propertyID }) => propertyID)).toEqual(registers);
    expect("identifier" in taxon).toBe(registers !== undefined);
  });

  test.each([
    { id: "saemidori", rank: "cultivar", species: "Camellia sinensis" },
    { id: "uji-zairai", rank: undefined, species: "Camellia sinensis" },
    { id: "kyushu-yamacha", rank: undefined, species: "Camellia sinensis" },
    { id: "saitama-7", rank: undefined, species: "Camellia sinensis" },
    { id: "benibanacha", rank: undefined, species: "Camellia sinensis" },
    { id: "cha-chukanbohon-no-3", rank: undefined, species: "Camellia sinensis" },
    { id: "cha-chukanbohon-no-6", rank: undefined, species: undefined },
    { id: "chatsubaki-1", rank: undefined, species: undefined },
    { id: "sun-rouge", rank: "cultivar", species: undefined },
  ])("of $id has the rank $rank and the species $species", ({ id, rank, species }) => {
    const taxon = nodeOf(recordPayload("ja", id), "WebPage")?.mainEntity;

    expect(taxon?.termCode).toBe(id);
    expect(taxon?.taxonRank).toBe(rank);
    expect(taxon?.parentTaxon).toEqual(
      species && { "@type": "Taxon", name: species, taxonRank: "species" },
    );
  });
});

describe("data set JSON-LD", () => {
  test("has the number of records that its files hold", () => {
    const dataset = nodeOf(payloadOf("databaseInfo", "en"), "Dataset");

    expect(dataset?.size).toBe(`${ids.length} records`);
  });

  test.each(eachLanguage)("names and describes the data, not the page, in %s", (language) => {
    const payload = payloadOf("databaseInfo", language);
    const { name = "", description = "" } = nodeOf(payload, "Dataset") ?? {};
    const page = nodeOf(payload, "WebPage");

    expect(name).toBe(translate[language]("databaseInfo.dataset.name"));
    expect(render(payload).body).toMatch(new RegExp(`class="citation">[^<]*${name}`));
    expect(description).toContain(String(ids.length));
    expect(description.length).toBeGreaterThan(50);
    expect([page?.name, page?.description]).not.toContain(name);
    expect(page?.description).not.toBe(description);
  });
});

describe.each(eachLanguage)("JSON-LD of a lineage in %s", (language) => {
  test("has the picture that the page links to, with its licence and credit", () => {
    const payload = payloadOf("lineage", language);
    const { contentUrl = "", license, creditText } = nodeOf(payload, "ImageObject") ?? {};

    expect(contentUrl).toMatch(new RegExp(`^${site.origin}/images/.*jpg$`));
    expect(render(payload).body).toContain(`href="${contentUrl.slice(site.origin.length)}"`);
    expect(license).toBe("https://creativecommons.org/licenses/by/4.0/");
    expect(creditText).toBe(site.names[language]);
  });
});
