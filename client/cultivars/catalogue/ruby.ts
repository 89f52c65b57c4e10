/** Divides a name into segments with furigana over each run of kanji. */
import type { RubyPart } from "../../contracts/cultivar.ts";

const kanjiRun = /([\p{Script=Han}々]+)/u;
const katakanaToHiragana = 0x60;

/** Replaces katakana by hiragana. */
function hiragana(text: string): string {
  return text.replace(/[\u30a1-\u30f6]/g, (letter) =>
    String.fromCharCode(letter.charCodeAt(0) - katakanaToHiragana),
  );
}

/** Escapes the characters that have a meaning in a regular expression. */
function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/**
 * Divides a name into segments, each with its reading in kana or null; one segment when the name
 * needs no furigana or cannot be divided.
 */
export function rubyOf(name: string, kana: string): readonly RubyPart[] {
  const runs = name.split(kanjiRun).filter((run) => run !== "");
  const pattern = runs
    .map((run) => (kanjiRun.test(run) ? "(.+)" : escapePattern(hiragana(run))))
    .join("");
  const readings = new RegExp(`^${pattern}$`, "u").exec(kana)?.slice(1);
  if (readings === undefined) return [{ text: name, reading: kanjiRun.test(name) ? kana : null }];
  return runs.map((text) => ({
    text,
    reading: kanjiRun.test(text) ? (readings.shift() ?? null) : null,
  }));
}
