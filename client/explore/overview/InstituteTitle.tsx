/** A heading with the name of an institute, which breaks also between the words of the name. */
import { Fragment } from "react";
import { Phrases } from "../../page/text/Phrases.tsx";

// Japanese names of institutes are one run of Chinese characters and katakana. Words end after 県, 府,
// 省, 地区, 研究所, 試験場 and センター.
const betweenWords =
  /(?<=[\u770c\u5e9c\u7701]|\u5730\u533a|\u7814\u7a76\u6240|\u8a66\u9a13\u5834|\u30bb\u30f3\u30bf\u30fc)(?=[\u4e00-\u9fff])/;

/** Renders the heading; a line may also end after a prefecture, a ministry or a part of the name. */
export function InstituteTitle({ text }: { readonly text: string }) {
  return text.split(betweenWords).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one name never change places.
    <Fragment key={place}>
      {place > 0 && <wbr />}
      <Phrases text={part} />
    </Fragment>
  ));
}
