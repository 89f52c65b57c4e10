/** Romanises readings in hiragana, at build time. */
import { fold } from "./fold.ts";

const vowels = "aiueo";
/** By consonant: the syllables with a, i, u, e and o. */
const rows: Readonly<Record<string, string>> = {
  "": "あいうえお",
  k: "かきくけこ",
  g: "がぎぐげご",
  s: "さしすせそ",
  z: "ざじずぜぞ",
  t: "たちつてと",
  d: "だぢづでど",
  n: "なにぬねの",
  h: "はひふへほ",
  b: "ばびぶべぼ",
  p: "ぱぴぷぺぽ",
  m: "まみむめも",
  r: "らりるれろ",
  y: "や\0ゆ\0よ",
  w: "わ\0\0\0を",
};

const syllables = new Map(
  Object.entries(rows).flatMap(([consonant, row]) =>
    Array.from(row, (kana, place) => [kana, consonant + vowels[place]] as const),
  ),
).set("ん", "n");

const small = new Map([
  ["ゃ", "ya"],
  ["ゅ", "yu"],
  ["ょ", "yo"],
]);

/**
 * Returns a reading in hiragana as romaji in the normal form of the search, which is equal for
 * Hepburn and Kunrei. Other characters stay, except those that the normal form leaves out.
 */
export function romajiOf(kana: string): string {
  const letters = kana.replace(
    /([きしちにひみりぎじぢびぴ])([ゃゅょ])/g,
    (_, before: string, after: string) =>
      (syllables.get(before) ?? "").slice(0, -1) + (small.get(after) ?? ""),
  );
  const romaji = Array.from(letters, (letter) => syllables.get(letter) ?? letter).join("");
  return fold(romaji.replace(/っ([a-z])/g, "$1$1"));
}
