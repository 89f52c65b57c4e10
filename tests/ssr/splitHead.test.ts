/** Split of rendered markup into head and body. */
import { describe, expect, test } from "vitest";
import { splitHead } from "../../ssr/splitHead.ts";

describe("splitHead", () => {
  test("splits the markup at the root element", () => {
    expect(splitHead('<title>A</title><div id="root"><main>B</main></div>')).toEqual({
      head: "<title>A</title>",
      body: "<main>B</main>",
    });
  });

  test("accepts an empty head and an empty body", () => {
    expect(splitHead('<div id="root"></div>')).toEqual({ head: "", body: "" });
  });

  test("splits at the first root element only", () => {
    const inner = '<div id="root">text</div>';

    expect(splitHead(`<meta/><div id="root">${inner}</div>`)).toEqual({
      head: "<meta/>",
      body: inner,
    });
  });

  test("ignores a root element in escaped text or attributes", () => {
    const head = '<title>&lt;div id=&quot;root&quot;&gt;</title><meta content="&lt;div id="/>';

    expect(splitHead(`${head}<div id="root">B</div>`)).toEqual({ head, body: "B" });
  });

  test.each([
    ["has no root", "<main>B</main>"],
    ["has another root", '<div id="app">B</div>'],
    ["does not end with its root", '<div id="root">B</div><p>after</p>'],
    ["is empty", ""],
  ])("throws for markup that %s", (_, markup) => {
    expect(() => splitHead(markup)).toThrow("the markup has no root element");
  });
});
