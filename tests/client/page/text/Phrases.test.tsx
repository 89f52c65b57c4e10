// @vitest-environment jsdom
/** Line breaks between phrases of Japanese text. */
import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Phrases } from "../../../../client/page/text/Phrases.tsx";

afterEach(cleanup);

function marked(text: string): string {
  const { container } = render(<Phrases text={text} />);
  for (const place of container.querySelectorAll("wbr")) place.replaceWith("|");
  return container.textContent;
}

test.each([
  "さえみどりの|新茶、|一煎目の|甘み",
  "覆いなしで|旨味の|出る|「天然玉露」",
  "遅れて|芽吹く、|深緑の|葉",
  "香りは|ベルガモット",
  "親から|子へ。|品種の|図鑑です。",
  "やぶきた、|さえみどり、|おくみどりの|比較",
  "登録がもっとも|多い|年は|1953年で、|15件です",
  "金谷茶業研究拠点|（前身を|含む）で、|16件です",
])("line breaks are allowed between the phrases of %s", (phrases) => {
  expect(marked(phrases.replaceAll("|", ""))).toBe(phrases);
});

test("line break is not allowed after the honorific prefix", () => {
  expect(marked("明日のお茶とご飯")).toBe("明日のお茶とご飯");
});

test("English text has no added line breaks", () => {
  expect(marked("The standard by which others are measured")).not.toContain("|");
});
