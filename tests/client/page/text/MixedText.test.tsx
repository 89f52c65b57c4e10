/** Markup of parts of a text: Japanese in English text, dates in Japanese text. */
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Language } from "../../../../client/contracts/language.ts";
import { MixedText } from "../../../../client/page/text/MixedText.tsx";
import { PageContext } from "../../../../client/page/PageContext.ts";
import { pageOf } from "../../renderPage.tsx";

const cases: readonly (readonly [Language, string, string])[] = [
  ["en", "Named 藪北 in 1953", 'Named <span lang="ja">藪北</span> in 1953'],
  ["ja", "茶子・2026年11月28日", '茶子・<span class="whole">2026年11月28日</span>'],
  ["ja", "5月6日まで", '<span class="whole">5月6日</span>まで'],
  ["ja", "1953年に命名", "1953年に命名"],
];

test.each(cases)("text in %s is marked up: %s", (language, text, html) => {
  const markup = renderToStaticMarkup(
    <PageContext value={pageOf({ page: "search", language })}>
      <MixedText text={text} />
    </PageContext>,
  );

  expect(markup).toBe(html);
});
