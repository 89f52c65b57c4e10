/**
 * Text of both languages: Japanese parts of English are marked by `lang`, for screen readers and
 * glyph variants, and dates in Japanese stay in one line.
 */
import { usePage } from "../PageContext.ts";
import "./MixedText.css";

// A number or space between two Japanese parts belongs to them.
const japanese =
  /([\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Han}]+(?:[\s\d]+[\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Han}]+)*)/u;
// Year, month and day, two of them at least; phrases hold a number and its unit together. The
// characters 年, 月 and 日 are escaped, as the worker's bundle is ASCII.
const japaneseDate = /((?:\d+\u5e74)?\d+\u6708\d+\u65e5|\d+\u5e74\d+\u6708)/;

/** Renders a text of the page's language, with marks for its Japanese parts or its dates. */
export function MixedText({ text }: { readonly text: string }) {
  const { language } = usePage();
  const [parts, mark] =
    language === "ja" ? [japaneseDate, { className: "whole" }] : [japanese, { lang: "ja" }];
  return text.split(parts).map((part, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same part may occur twice in a text.
      <span key={at} {...mark}>
        {part}
      </span>
    ) : (
      part
    ),
  );
}
