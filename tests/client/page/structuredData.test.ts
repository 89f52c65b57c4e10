/** JSON-LD: escaping and shared nodes. */
import { describe, expect, test } from "vitest";
import {
  breadcrumbs,
  graphTag,
  type Node,
  organization,
  website,
} from "../../../client/page/structuredData.ts";
import { site } from "../renderPage.tsx";

const open = '<script type="application/ld+json">';
const close = "</script>";

function textOf(nodes: readonly Node[]): string {
  const tag = graphTag(nodes);
  expect(tag.startsWith(open) && tag.endsWith(close)).toBe(true);
  return tag.slice(open.length, -close.length);
}

describe("JSON-LD text", () => {
  test.each([
    "</script><script>alert(1)</script>",
    "</SCRIPT >",
    "<!-- <script>",
    "]]>",
    "a & b &lt; c",
    "one\u2028two\u2029three",
    'quotes " and \\ and \n lines',
    "\u0000",
    "🍵",
  ])("%j round-trips without HTML characters", (name) => {
    const text = textOf([{ name }]);

    expect(text).not.toMatch(/[<>&\u2028\u2029]/);
    expect(JSON.parse(text)["@graph"]).toEqual([{ name }]);
  });

  test("escapes property names too", () => {
    expect(textOf([{ "</script>": 1 }])).not.toContain("<");
  });
});

describe("shared JSON-LD nodes", () => {
  test("site search points to the catalogue in the page's language", () => {
    expect(JSON.stringify(website(site, "ja"))).toContain(
      "https://chanoki.example/ja/cultivars?search={search_term_string}",
    );
    expect(JSON.stringify(website(site, "en"))).toContain(
      '"https://chanoki.example/cultivars?search={search_term_string}"',
    );
  });

  test("site has its name in the page's language and the other as alternate", () => {
    expect(website(site, "ja")).toMatchObject({ name: "茶の木", alternateName: "Chanoki" });
    expect(website(site, "en")).toMatchObject({ name: "Chanoki", alternateName: "茶の木" });
  });

  test("organization lists social profiles when configured", () => {
    const social = [{ label: "Elsewhere", url: "https://example.org/@chanoki" }];

    expect(organization(site)).not.toHaveProperty("sameAs");
    expect(organization({ ...site, social })).toMatchObject({
      sameAs: ["https://example.org/@chanoki"],
    });
  });

  test("breadcrumb positions start at one", () => {
    const crumbs = breadcrumbs("https://a.example/b", [
      { name: "A", url: "https://a.example/" },
      { name: "B", url: "https://a.example/b" },
    ]);

    expect(crumbs.itemListElement).toEqual([
      { "@type": "ListItem", position: 1, name: "A", item: "https://a.example/" },
      { "@type": "ListItem", position: 2, name: "B", item: "https://a.example/b" },
    ]);
  });
});
