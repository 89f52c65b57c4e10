// @vitest-environment jsdom
/** Hostile text in payloads is rendered as text. */
import { pathFor } from "../../client/language/paths.ts";
import { describe, expect, test } from "vitest";
import type { Language } from "../../client/contracts/language.ts";
import type { PagePayload } from "../../client/page/payload.ts";
import { createRenderer } from "../../ssr/render.tsx";
import { featuredIn, viewIn } from "../client/catalogue.ts";
import { operator, site } from "../client/renderPage.tsx";
import { eachLanguage } from "../client/messages.ts";
import { pageNames, payloadOf } from "./payloads.ts";

const render = await createRenderer();

const hostile = `</script></title><img src=x onerror=alert(1)>"'><svg onload=alert(2)>&lt;`;

// Keys of values that select code, and of generated graphics; no person writes them.
const trustedKeys = [
  "id",
  "basis",
  "role",
  "trait",
  "level",
  "component",
  "confidence",
  "ancestors",
];

/** Returns a copy of a value in which every text is hostile. */
function poisoned<Value>(value: Value, key?: string): Value;
function poisoned(value: unknown, key = ""): unknown {
  if (trustedKeys.includes(key)) return value;
  if (typeof value === "string") return hostile;
  if (Array.isArray(value)) return value.map((part) => poisoned(part));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, poisoned(part, name)]),
  );
}

function renderedDocument(payload: PagePayload): Document {
  const { head, body } = render(payload);
  return new DOMParser().parseFromString(
    `<!doctype html><html><head>${head}</head><body><div id="root">${body}</div></body></html>`,
    "text/html",
  );
}

/** Returns the scripts, event handlers and loading elements of a document. */
function activeContent(page: Document): readonly string[] {
  const elements = [...page.querySelectorAll("*")];
  const scripts = elements.filter(
    (element) =>
      element.localName === "script" && element.getAttribute("type") !== "application/ld+json",
  );
  const alerts = elements.flatMap((element) =>
    [...element.attributes]
      .filter(({ name, value }) => name.startsWith("on") || /^\s*javascript:alert/i.test(value))
      .map(({ name }) => `${element.localName} ${name}`),
  );
  const strays = [...page.querySelectorAll('img[src="x"], iframe, object, embed, base')];
  return [...scripts, ...strays].map(({ outerHTML }) => outerHTML).concat(alerts);
}

function graphText(page: Document): string {
  return page.querySelector('script[type="application/ld+json"]')?.textContent ?? "";
}

describe.each(eachLanguage)("hostile text in %s", (language: Language) => {
  test("of a record stays text in page and JSON-LD", () => {
    const data = poisoned(viewIn(language, "saemidori"));
    const preloaded = [{ query: "cultivar", params: { id: "saemidori" }, data }] as const;

    const page = renderedDocument(payloadOf("cultivar", language, { preloaded }));

    expect(activeContent(page)).toEqual([]);
    expect(page.querySelector(".cultivar-description")?.textContent).toBe(hostile);
    expect(page.querySelector("meta[name=description]")?.getAttribute("content")).toBe(hostile);
    expect(page.title).toContain(hostile);
    expect(JSON.stringify(JSON.parse(graphText(page)))).toContain(JSON.stringify(hostile));
  });

  test("of a card stays text", () => {
    const data = poisoned(featuredIn(language));
    const preloaded = [{ query: "featuredCultivars", params: {}, data }] as const;

    const page = renderedDocument(payloadOf("home", language, { preloaded }));

    expect(activeContent(page)).toEqual([]);
    expect(page.querySelector(".cultivar-card-epithet")?.textContent).toBe(hostile);
  });

  test.each(["contact", "legal"] as const)("of the operator stays text on %s", (name) => {
    const preloaded = [{ query: "operator", params: {}, data: poisoned(operator) }] as const;

    const page = renderedDocument(payloadOf(name, language, { preloaded }));

    expect(activeContent(page)).toEqual([]);
    expect(page.body.textContent).toContain(hostile);
  });

  test.each(pageNames)("of the site's names stays text on %s", (name) => {
    const social = [{ label: hostile, url: `https://example.org/${hostile}` }];
    const names = { en: `${hostile} en`, ja: `${hostile} ja` };

    const page = renderedDocument(payloadOf(name, language, { site: { ...site, names, social } }));

    expect(activeContent(page)).toEqual([]);
    expect(page.title).toContain(hostile);
  });

  test("of a search stays text", () => {
    const url = `/cultivars?search=${encodeURIComponent(hostile)}`;

    const page = renderedDocument(payloadOf("cultivars", language, { url }));

    expect(activeContent(page)).toEqual([]);
    expect(page.querySelector("input[name=search]")?.getAttribute("value")).toBe(hostile);
    expect(page.title).toContain(hostile);
  });

  test("of the address stays text", () => {
    const params = { id: hostile };
    const path = `${pathFor("cultivar", language, params)}?${hostile}#${hostile}`;
    const preloaded = [{ query: "cultivar", params, data: null }] as const;

    const page = renderedDocument(
      payloadOf("cultivar", language, { url: path, params, preloaded }),
    );

    expect(activeContent(page)).toEqual([]);
  });
});

test("javascript: address is not rendered as a link", () => {
  const script = "javascript:alert(1)";
  const social = [{ label: "Elsewhere", url: script }];
  const source = { title: "A", publisher: "B", url: script, type: "shop" as const };
  const data = { ...viewIn("en", "saemidori"), sources: [source] };
  const preloaded = [{ query: "cultivar", params: { id: "saemidori" }, data }] as const;

  const record = renderedDocument(payloadOf("cultivar", "en", { preloaded }));
  const about = renderedDocument(payloadOf("about", "en", { site: { ...site, social } }));

  expect([activeContent(record), activeContent(about)]).toEqual([[], []]);
});
