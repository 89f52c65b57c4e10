// @vitest-environment jsdom
/** Line breaks between the words of an institute's name. */
import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { InstituteTitle } from "../../../../client/explore/overview/InstituteTitle.tsx";

afterEach(cleanup);

test.each([
  "静岡県|農林技術研究所|茶業研究センター|（前身を|含む）が|育成した|茶の|品種",
  "三重県|農業技術センター|茶業センターの|品種",
  "茨城県|真壁地区|農業改良普及所",
  "京都府|茶業研究所",
  "農研機構 枕崎茶業研究拠点",
  "Mie Prefecture tea centre",
])("line breaks are allowed between the words of %s", (words) => {
  const { container } = render(<InstituteTitle text={words.replaceAll("|", "")} />);

  const marked = container.innerHTML.replace(/<wbr>/g, "|").replace(/<[^>]+>/g, "");
  expect(marked).toBe(words);
});
