/** Validity of the HTML of every page: elements, attributes, roles and order. */
import { HtmlValidate } from "html-validate";
import { expect, test } from "vitest";
import { createRenderer } from "../../ssr/render.tsx";
import { hana } from "../client/accounts/sessions/member.ts";
import { eachLanguage } from "../client/messages.ts";
import { payloadOf, recordPayload } from "./payloads.ts";
import { sweptPages } from "./sweep.ts";

const viewer = { id: hana.id, display_name: "Hana", avatar_url: null, language: "ja" } as const;

const validator = new HtmlValidate({
  root: true,
  extends: ["html-validate:standard"],
  rules: { "no-redundant-role": "error" },
  // The standard forbids only headings, sections, headers and footers in a term.
  elements: [
    "html5",
    { dt: { permittedDescendants: [{ exclude: ["header", "footer", "@heading"] }] } },
  ],
});

/** Returns the violations in the HTML of the root of a page. */
async function violationsOf(html: string): Promise<readonly string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
}

test.each(eachLanguage)("HTML of every page is valid in %s", async (language) => {
  const renderPage = await createRenderer();
  const payloads = [
    ...sweptPages(language).map((page) => payloadOf(page, language)),
    ...sweptPages(language).map((page) => payloadOf(page, language, { viewer })),
    recordPayload(language, "yabukita"),
    recordPayload(language, "okumidori"),
  ];
  const found = await Promise.all(
    payloads.map(
      async (payload) => [payload.route, await violationsOf(renderPage(payload).body)] as const,
    ),
  );

  expect(found.filter(([, faults]) => faults.length > 0)).toEqual([]);
});

test.each([
  ["<label>1950 <input> <meter></meter></label>", "multiple-labeled-controls"],
  ["<figure><p>1950</p><figcaption>1953</figcaption><ul></ul></figure>", "element-permitted-order"],
  ['<table role="table"><tr><td>1950</td></tr></table>', "no-redundant-role"],
])("violation of %s is found", async (html, rule) => {
  expect(await violationsOf(html)).toEqual([expect.stringMatching(`^${rule}: `)]);
});
