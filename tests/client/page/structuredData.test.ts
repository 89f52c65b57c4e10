/** The graph for machines is valid JSON that can't end the element it stands in. */
import { describe, expect, test } from "vitest";
import {
  breadcrumbs,
  graphTag,
  type Node,
  organization,
  website,
} from "../../../client/page/structuredData.ts";
import { site } from "../setting.tsx";

const open = '<script type="application/ld+json">';
const close = "</script>";

function textOf(nodes: readonly Node[]): string {
  const tag = graphTag(nodes);
  expect(tag.startsWith(open) && tag.endsWith(close)).toBe(true);
  return tag.slice(open.length, -close.length);
}

describe("text from people or sources", () => {
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
  ])("%j comes back as it was, and ends nothing", (name) => {
    const text = textOf([{ name }]);

    expect(text).not.toMatch(/[<>&\u2028\u2029]/);
    expect(JSON.parse(text)["@graph"]).toEqual([{ name }]);
  });

  test("names of fields are no safer than their texts", () => {
    expect(textOf([{ "</script>": 1 }])).not.toContain("<");
  });
});

describe("the nodes that every page shares", () => {
  test("the site's search points at the catalogue in the page's language", () => {
    expect(JSON.stringify(website(site, "ja"))).toContain(
      "https://chanoki.example/ja/cultivars?search={search_term_string}",
    );
    expect(JSON.stringify(website(site, "en"))).toContain(
      '"https://chanoki.example/cultivars?search={search_term_string}"',
    );
  });

  test("the site goes by its name in the page's language, and has the other as well", () => {
    expect(website(site, "ja")).toMatchObject({ name: "茶の木", alternateName: "Chanoki" });
    expect(website(site, "en")).toMatchObject({ name: "Chanoki", alternateName: "茶の木" });
  });

  test("the operator's other profiles are listed where there are any", () => {
    const social = [{ label: "Elsewhere", url: "https://example.org/@chanoki" }];

    expect(organization(site)).not.toHaveProperty("sameAs");
    expect(organization({ ...site, social })).toMatchObject({
      sameAs: ["https://example.org/@chanoki"],
    });
  });

  test("breadcrumbs are numbered from one", () => {
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
