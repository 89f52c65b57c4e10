/** What React prints before the page belongs to the document's head, the rest to its body. */
import { describe, expect, test } from "vitest";
import { splitHead } from "../../ssr/splitHead.ts";

describe("the markup of a page", () => {
  test("is cut where the page begins", () => {
    expect(splitHead('<title>A</title><div id="root"><main>B</main></div>')).toEqual({
      head: "<title>A</title>",
      body: "<main>B</main>",
    });
  });

  test("may have no head, and no body", () => {
    expect(splitHead('<div id="root"></div>')).toEqual({ head: "", body: "" });
  });

  test("is cut at the first root: what a page draws itself stays in its body", () => {
    const inner = '<div id="root">text</div>';

    expect(splitHead(`<meta/><div id="root">${inner}</div>`)).toEqual({
      head: "<meta/>",
      body: inner,
    });
  });

  test("that names the root in a text or an attribute is cut after it", () => {
    const said = '<title>&lt;div id=&quot;root&quot;&gt;</title><meta content="&lt;div id="/>';

    expect(splitHead(`${said}<div id="root">B</div>`)).toEqual({ head: said, body: "B" });
  });

  test.each([
    ["has no root", "<main>B</main>"],
    ["has another root", '<div id="app">B</div>'],
    ["does not end with its root", '<div id="root">B</div><p>after</p>'],
    ["is empty", ""],
  ])("that %s is a mistake that must show", (_, markup) => {
    expect(() => splitHead(markup)).toThrow("the markup has no root element");
  });
});
