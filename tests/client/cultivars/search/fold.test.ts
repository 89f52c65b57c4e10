/** Folding of names to one form: script, width and spelling. */
import { describe, expect, test } from "vitest";
import { fold } from "../../../../client/cultivars/search/fold.ts";

const spellings: readonly (readonly [string, readonly string[]])[] = [
  ["okumidori", ["Okumidori", "Oku Midori", "OKU-MIDORI", "Ｏｋｕｍｉｄｏｒｉ", "oku_mi'dori"]],
  ["おくみどり", ["おくみどり", "オクミドリ", "ｵｸﾐﾄﾞﾘ", "おく　みどり", "おくみと\u3099り"]],
  ["oiwase", ["Ooiwase", "ōiwase", "Ōiwase", "ôiwase", "oo iwase", "o\u0304iwase"]],
  ["tsuyuhikari", ["Tsuyuhikari", "tuyuhikari", "Tuyu-Hikari"]],
  ["fushun", ["Fushun", "Fuushun", "fūshun", "huusyun", "hûsyun"]],
  ["benifuki", ["Benifuuki", "benifuki", "benihuuki", "Benifūki"]],
  ["goko", ["Gokou", "Gokō", "Goko", "gokoh", "GOKOO"]],
  ["ryofu", ["Ryoufuu", "Ryofu", "ryouhuu", "ryōfū"]],
  ["hatsumomiji", ["Hatsumomiji", "hatumomizi", "hatumomidi"]],
  ["shizu7132", ["Shizu-7132", "sizu 7132", "shizu７１３２", "shidu7132"]],
  ["machiko", ["Machiko", "matiko"]],
  [
    "chachukanbohonno6",
    ["Cha Chuukanbohon Nou 6", "Cha Chukambohon No 6", "tya tyuukanbohon nō 6"],
  ],
  ["koju", ["Kouju", "Koju", "kouzyu", "kōjyu", "koudyu"]],
  ["tenmyo", ["Tenmyou", "tennmyou", "ten'myō", "ten’myo"]],
  ["さんるじゅ", ["サンルージュ", "さんるーじゅ", "ｻﾝﾙｰｼﾞｭ", "サン・ルージュ"]],
  ["沢緑", ["澤綠", "澤緑", "沢緑"]],
  ["枕崎9号", ["枕崎9号", "枕崎９号", "枕崎 9号", "「枕崎9号」", "枕崎9號"]],
  ["宮崎9号1991", ["宮崎9号(1991)", "宮崎9号（1991）", "宮崎９号 1991"]],
];

test.each(spellings)("all spellings of %s have the same fold", (letters, written) => {
  expect(written.map(fold)).toEqual(written.map(() => letters));
});

describe("fold distinguishes", () => {
  test.each([
    ["voicing marks", "さみとり", "さみどり"],
    ["small kana", "きょうみどり", "きようみどり"],
    ["vowels", "Samidori", "Saemidori"],
    ["digits", "静7132", "静7111"],
    ["chu and chiyu", "chu", "chiyu"],
  ])("%s", (_, one, other) => {
    expect(fold(one)).not.toBe(fold(other));
  });
});

describe("fold of unusual text", () => {
  test.each(["", " ", "　", "---", "・ー・", "（）", "\u0300"])("%j is empty", (text) => {
    expect(fold(text)).toBe("");
  });

  test.each(["\u00ad", "\u200b", "\u200d", "\u200e", "\u200f", "\ufe0f", "\u{e0100}"])(
    "leaves out the invisible %j",
    (sign) => {
      expect(fold(`yabu${sign}kita`)).toBe("yabukita");
      expect(fold(`か${sign}\u3099`)).toBe("が");
    },
  );

  test.each([
    ["a NUL", "\u0000"],
    ["half a surrogate pair", "\ud83c"],
    ["an emoji", "🍵"],
    ["signs of a pattern", "*+?[a"],
  ])("%s is unchanged", (_, text) => {
    expect(fold(text)).toBe(text);
  });

  test.each(["o", "n", "u", "ou", "sy", "ー", "が", "か\u3099"])(
    "ten thousand times %j has a bounded length",
    (text) => {
      expect(fold(text.repeat(10_000)).length).toBeLessThanOrEqual(20_000);
    },
  );
});
