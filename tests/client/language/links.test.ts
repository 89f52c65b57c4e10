/** Detection of web addresses in texts of members. */
import { describe, expect, test } from "vitest";
import { textParts } from "../../../client/language/links.ts";

function addressesIn(text: string): readonly string[] {
  return textParts(text)
    .filter(({ isAddress }) => isAddress)
    .map((part) => part.text);
}

describe("an address is found", () => {
  test.each([
    ["https://example.com", "https://example.com"],
    ["詳しくはhttps://example.com/teaを見て", "https://example.com/tea"],
    ["詳しくは、https://example.comです", "https://example.com"],
    ["https://example.com/tea。次の文", "https://example.com/tea"],
    ["https://example.com/tea、それと", "https://example.com/tea"],
    ["「https://example.com/tea」", "https://example.com/tea"],
    ["『https://example.com/tea』", "https://example.com/tea"],
    ["（https://example.com/tea）", "https://example.com/tea"],
    ["【https://example.com/tea】", "https://example.com/tea"],
    ["＜https://example.com/tea＞", "https://example.com/tea"],
    ["https://example.com/tea！？", "https://example.com/tea"],
    ["https://example.com/tea…", "https://example.com/tea"],
    ["https://example.com/tea　次", "https://example.com/tea"],
    ["https://example.com/tea\n次", "https://example.com/tea"],
    ["(https://example.com/tea)", "https://example.com/tea"],
    ["<https://example.com/tea>", "https://example.com/tea"],
    ['"https://example.com/tea"', "https://example.com/tea"],
    ["See https://example.com/tea.", "https://example.com/tea"],
    ["https://example.com/tea, and", "https://example.com/tea"],
    ["https://example.com/tea?!", "https://example.com/tea"],
    ["https://example.com/a_(b)", "https://example.com/a_(b)"],
    ["(https://example.com/a_(b))", "https://example.com/a_(b)"],
    ["[https://example.com/a[1]]", "https://example.com/a[1]"],
    ["https://example.com/?q=%E8%8C%B6&b=1#top", "https://example.com/?q=%E8%8C%B6&b=1#top"],
    ["https://example.com/@hana/", "https://example.com/@hana/"],
    ["http://example.co.jp:8080/a", "http://example.co.jp:8080/a"],
    ["HTTPS://EXAMPLE.COM/A", "HTTPS://EXAMPLE.COM/A"],
    ["https://日本茶.jp/煎茶", "https://日本茶.jp/"],
    ["https://お茶.みんな/a を", "https://お茶.みんな/a"],
    ["https://xn--wgv71a119e.jp/a", "https://xn--wgv71a119e.jp/a"],
    ["https://müller.de", "https://müller.de"],
    ["https://чай.рф.com", "https://чай.рф.com"],
  ])("in %j", (text, address) => {
    expect(addressesIn(text)).toEqual([address]);
  });
});

describe("no address is found", () => {
  test.each([
    "javascript:alert(1)",
    "JAVASCRIPT://example.com/%0aalert(1)",
    "data:text/html,<script>alert(1)</script>",
    "data://example.com/a",
    "vbscript:msgbox(1)",
    "file:///etc/passwd",
    "ftp://example.com/a",
    "xhttps://example.com",
    "https://",
    "https:///example.com",
    "https://localhost/a",
    "https://127.0.0.1/a",
    "https://[::1]/a",
    "https://-a.com",
    "https://example.com@evil.example/a",
    "https://hana:tea@example.com/a",
    "https://example..com",
    "example.com",
    "hana@example.com",
    "https：//example.com",
  ])("in %j", (text) => {
    expect(addressesIn(text)).toEqual([]);
  });
});

test("the joined parts equal the text, and words beside an address are no address", () => {
  const text = "茶園（https://a.example/x）と「https://b.example」、javascript:alert(1)。";

  expect(
    textParts(text)
      .map((part) => part.text)
      .join(""),
  ).toBe(text);
  expect(addressesIn(text)).toEqual(["https://a.example/x", "https://b.example"]);
});

test("quotes and brackets of HTML end an address", () => {
  expect(addressesIn('https://a.example/"onmouseover="alert(1)')).toEqual(["https://a.example/"]);
  expect(addressesIn("https://a.example/<script>alert(1)</script>")).toEqual([
    "https://a.example/",
  ]);
});

test.each(["https://a.", "https://", "a.", "https://a.example/((((", ")", "."])(
  "10,000 characters of %j are split within 100 ms",
  (piece) => {
    const text = `https://a.example/${piece.repeat(10_000 / piece.length)}`;
    const begun = performance.now();

    expect(
      textParts(text)
        .map((part) => part.text)
        .join(""),
    ).toBe(text);

    expect(performance.now() - begun).toBeLessThan(100);
  },
);
