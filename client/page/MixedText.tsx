/** Words of the page's language with Japanese ones among them, which are told as such: to voices, and for their letter forms. */
import { usePage } from "./PageContext.ts";

// A number or a space between two Japanese words belongs to them.
const japanese =
  /([\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Han}]+(?:[\s\d]+[\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Han}]+)*)/u;

export function MixedText({ text }: { readonly text: string }) {
  const { language } = usePage();
  if (language === "ja") return text;
  return text.split(japanese).map((part, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same word may stand twice in a text.
      <span key={at} lang="ja">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
