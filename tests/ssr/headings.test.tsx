/** Long Japanese headings break between phrases in every browser. */
import { expect, test } from "vitest";
import { createRenderer } from "../../ssr/render.tsx";
import { pages } from "../../client/app/pages.generated.ts";
import type { PageName } from "../../client/contracts/routes.ts";
import { payloadOf, recordPayload } from "./payloads.ts";

// Characters that fit on a line of a phone in the font size of page headings and of panel headings.
const headingMaximum = 11;
const panelMaximum = 14;

const headings = /<h[123]((?: [^>]*)?)>(.*?)<\/h[123]>/gs;
// Exempt: texts of members, and headings for screen readers only.
const excepted = / lang=| dir=|visually-hidden/;

/** Returns the headings of a page's root that may break within a word, as text. */
function unbrokenIn(html: string): readonly string[] {
  return [...html.matchAll(headings)].flatMap(([, attributes = "", inner = ""]) => {
    const text = inner.replace(/<[^>]+>/g, "");
    const maximum = attributes.includes("panel-title") ? panelMaximum : headingMaximum;
    const isLong = text.length > maximum && /[\u3041-\u30fa\u4e00-\u9fff]/.test(text);
    const isMarked = `${attributes}${inner}`.includes('"phrases"');
    return isLong && !isMarked && !excepted.test(`${attributes}${inner}`) ? [text] : [];
  });
}

test("every long Japanese heading breaks between its phrases", async () => {
  const renderPage = await createRenderer();
  const payloads = [
    ...(Object.keys(pages) as PageName[]).map((page) => payloadOf(page, "ja")),
    recordPayload("ja", "yabukita"),
    payloadOf("compare", "ja", { url: "/ja/compare?ids=yabukita,saemidori" }),
  ];

  const found = payloads.map((payload) => [payload.route, unbrokenIn(renderPage(payload).body)]);

  expect(found.filter(([, unbroken]) => unbroken?.length)).toEqual([]);
});

test("lead of the home page breaks between its phrases", async () => {
  const renderPage = await createRenderer();

  const { body } = renderPage(payloadOf("home", "ja"));

  expect(body).toContain('home-hero-subtitle"><span class="phrases">');
});

test("heading that may break within a word is found", () => {
  const title = "数字で見る日本茶の品種";
  expect(unbrokenIn(`<h1>${title}一覧</h1><h2>系図</h2>`)).toEqual([`${title}一覧`]);
});
