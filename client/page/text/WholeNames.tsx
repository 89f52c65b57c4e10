/** A Japanese text in which a name breaks nowhere, since a browser divides names that it does not know. */
import { Fragment } from "react";
import { usePage } from "../PageContext.ts";
import { MixedText } from "./MixedText.tsx";

/** Characters of the longest name that is kept in one line; longer ones may not fit on a phone. */
const longestWhole = 10;

const special = /[.*+?^${}()|[\]\\]/g;
const opening = /[\u300c\u300e\uff08]$/;
// What stands in quotation marks, and kana between two commas, as in a list.
const quotedOrListed =
  /\u300c[^\u300c\u300d]{1,8}\u300d|(?<=[\u3001\u3002])[\u3041-\u3096]{2,8}(?=\u3001)/g;

/** Returns the short quoted or listed words of a text, which on this site are mostly names. */
export function namesIn(text: string): readonly string[] {
  return text.match(quotedOrListed) ?? [];
}

interface WholeNamesProps {
  readonly text: string;
  /** Names that the text may contain. */
  readonly names: readonly string[];
}

/**
 * Renders a text as `MixedText` does; in Japanese a line may end before each of the names, but not
 * within it.
 */
export function WholeNames({ text, names }: WholeNamesProps) {
  const { language } = usePage();
  const found = names.filter((name) => name.length <= longestWhole && text.includes(name));
  if (language !== "ja" || found.length === 0) return <MixedText text={text} />;
  const longestFirst = found.sort((a, b) => b.length - a.length);
  const parts = text.split(
    new RegExp(`(${longestFirst.map((name) => name.replace(special, "\\$&")).join("|")})`),
  );
  return parts.map((part, at) => {
    const before = parts[at - 1] ?? "";
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same name may occur twice in a text.
      <Fragment key={at}>
        {at % 2 === 0 && <MixedText text={part} />}
        {at % 2 === 1 && before !== "" && !opening.test(before) && <wbr />}
        {at % 2 === 1 && <span className="whole">{part}</span>}
      </Fragment>
    );
  });
}
