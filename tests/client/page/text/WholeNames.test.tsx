/** Names and dates in Japanese text, in which no line may break. */
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Language } from "../../../../client/contracts/language.ts";
import { namesIn, WholeNames } from "../../../../client/page/text/WholeNames.tsx";
import { PageContext } from "../../../../client/page/PageContext.ts";
import { RunningText } from "../../../../client/legal/LegalText.tsx";
import { pageOf } from "../../renderPage.tsx";

function markup(text: string, names = namesIn(text), language: Language = "ja"): string {
  return markupOf(<WholeNames text={text} names={names} />, language);
}

function markupOf(text: ReactNode, language: Language): string {
  const page = pageOf({ page: "search", language });
  return renderToStaticMarkup(<PageContext value={page}>{text}</PageContext>);
}

test("finds names in quotation marks and in lists of a text", () => {
  const text =
    "あるいは、やぶきた、さえみどり、宇治在来とします。県は「つゆひかり」を育成しました。";

  expect(namesIn(text)).toEqual(["やぶきた", "さえみどり", "「つゆひかり」"]);
});

test("line may end before a name, but not after a bracket or within a date", () => {
  const whole = (text: string) => `<span class="whole">${text}</span>`;

  expect(
    markup("親の「つゆひかり」と（やぶきた）は2026年5月に", ["「つゆひかり」", "やぶきた"]),
  ).toBe(`親の<wbr/>${whole("「つゆひかり」")}と（${whole("やぶきた")}）は${whole("2026年5月")}に`);
});

test("of names that contain each other the longer one is kept whole, unless over ten letters", () => {
  expect(markup("みえ緑萌1号", ["みえ", "みえ緑萌1号"])).toContain(">みえ緑萌1号<");
  expect(markup("あいうえおかきくけこさ", ["あいうえおかきくけこさ"])).not.toContain("span");
});

test("line of English may end within a name", () => {
  expect(markup("A child of Yabukita", ["Yabukita"], "en")).toBe("A child of Yabukita");
});

test("texts of legal pages have no break within names", () => {
  expect(markupOf(<RunningText text="親は「つゆひかり」です" />, "ja")).toContain(
    ">「つゆひかり」<",
  );
});
