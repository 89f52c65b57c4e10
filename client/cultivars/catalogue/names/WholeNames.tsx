/** A Japanese text in which a name breaks nowhere, since a browser divides names that it does not know. */
import { Fragment } from "react";
import { usePage } from "../../../page/PageContext.ts";
import "./WholeNames.css";

/** Characters of the longest name that is kept in one line; longer ones may not fit on a phone. */
const longestWhole = 10;

const special = /[.*+?^${}()|[\]\\]/g;
const opening = /[\u300c\u300e\uff08]$/;
// What stands in quotation marks, and kana between two commas, as in a list.
const quotedOrListed =
  /\u300c[^\u300c\u300d]{1,10}\u300d|(?<=[\u3001\u3002])[\u3041-\u3096]{2,8}(?=\u3001)/g;

/** Returns the short quoted or listed words of a text, which on this site are mostly names. */
export function namesIn(text: string): readonly string[] {
  return text.match(quotedOrListed) ?? [];
}

interface WholeNamesProps {
  readonly text: string;
  /** Names that the text may contain. */
  readonly names: readonly string[];
}

/** Renders a text; in Japanese a line may end before each of the names, but not within it. */
export function WholeNames({ text, names }: WholeNamesProps) {
  const { language } = usePage();
  const found = names.filter((name) => name.length <= longestWhole && text.includes(name));
  if (language !== "ja" || found.length === 0) return text;
  const longestFirst = found.sort((a, b) => b.length - a.length);
  const parts = text.split(
    new RegExp(`(${longestFirst.map((name) => name.replace(special, "\\$&")).join("|")})`),
  );
  return parts.map((part, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same name may occur twice in a text.
      <Fragment key={at}>
        {parts[at - 1] !== "" && !opening.test(parts[at - 1] ?? "") && <wbr />}
        <span className="whole-name">{part}</span>
      </Fragment>
    ) : (
      part
    ),
  );
}
