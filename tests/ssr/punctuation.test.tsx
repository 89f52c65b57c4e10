/** Full-width punctuation of Japanese texts brings its own space. */
import { expect, test } from "vitest";
import { createRenderer } from "../../ssr/render.tsx";
import { pages } from "../../client/app/pages.generated.ts";
import type { PageName } from "../../client/contracts/routes.ts";
import { payloadOf, recordPayload } from "./payloads.ts";

const inline = /<\/?(?:b|bdi|small|span|strong)(?: [^>]*)?>|<!-- -->/g;
// A space before more text of the sentence; after a colon also before a link.
const spaced = /[^<>]{0,12}(?:[。：] (?=[\u3041-\u30fa\u4e00-\u9fff])|： (?=<a ))/g;

/** Returns the texts of a page's root that have a space after a Japanese full stop or colon. */
function spacedIn(html: string): readonly string[] {
  return html.replace(inline, "").match(spaced) ?? [];
}

test("no space follows a Japanese full stop or colon", async () => {
  const renderPage = await createRenderer();
  const payloads = [
    ...(Object.keys(pages) as PageName[]).map((page) => payloadOf(page, "ja")),
    recordPayload("ja", "saemidori"),
    payloadOf("compare", "ja", { url: "/ja/compare?ids=yabukita,saemidori" }),
  ];

  const found = payloads.map((payload) => [payload.route, spacedIn(renderPage(payload).body)]);

  expect(found.filter(([, spaces]) => spaces?.length)).toEqual([]);
});

test("space after Japanese punctuation is found", () => {
  expect(spacedIn("<p><b>高：</b> 公的な資料</p>")).toEqual(["高： "]);
  expect(spacedIn('<p>出典： <a href="/">茶の品種</a></p>')).toEqual(["出典： "]);
  expect(spacedIn("<p>比べました。 Benifuki</p><p>高：</p> <p>中</p>")).toEqual([]);
});
