/** Text with Japanese parts marked by `lang`, for screen readers and glyph variants. */
import { usePage } from "./PageContext.ts";

// A number or space between two Japanese parts belongs to them.
const japanese =
  /([\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Han}]+(?:[\s\d]+[\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Han}]+)*)/u;

/**
 * Renders a text and marks Japanese parts within English by `lang`, for fonts and screen readers.
 */
export function MixedText({ text }: { readonly text: string }) {
  const { language } = usePage();
  if (language === "ja") return text;
  return text.split(japanese).map((part, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same part may occur twice in a text.
      <span key={at} lang="ja">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
