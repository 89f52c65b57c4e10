/** Normalises names and queries: kana, old kanji, width, Latin accents, spaces and romaji spellings become equal. */
import { withoutInvisible } from "./invisible.ts";

const firstKatakana = 0x30a1;
const lastKatakana = 0x30f6;
const katakanaToHiragana = 0x60;

/** Spellings of romaji systems; longer ones come first. */
const romaji: readonly (readonly [RegExp, string])[] = [
  [/sy(?=[aiueo])/g, "sh"],
  [/(?:ty|cy)(?=[aiueo])/g, "ch"],
  [/(?:zy|jy|dy)(?=[aiueo])/g, "j"],
  [/si/g, "shi"],
  [/ti/g, "chi"],
  [/(?<!t)tu/g, "tsu"],
  [/(?<![sc])hu/g, "fu"],
  [/[zd]i/g, "ji"],
  [/dzu|du/g, "zu"],
  [/m(?=[bp])/g, "n"],
  [/n(?=n[bcdfghjkmprstwz])/g, ""],
  [/o[uoh](?![aiueo])|oo/g, "o"],
  [/uu/g, "u"],
];

/** Replaces katakana by hiragana. */
function hiragana(text: string): string {
  return text.replace(/[\u30a1-\u30f6]/g, (letter) => {
    const code = letter.charCodeAt(0);
    const inRange = code >= firstKatakana && code <= lastKatakana;
    return inRange ? String.fromCharCode(code - katakanaToHiragana) : letter;
  });
}

// The characters ’・･ー－‐–—〜（）「」 and their ASCII forms. Escaped, because one non-ASCII character in a pattern
// would make Node hold the whole worker bundle at two bytes a character.
const leftOut =
  /[\s\-_'\u2019.\u30fb\uff65\u30fc\uff0d\u2010\u2013\u2014~\u301c()\uff08\uff09\u300c\u300d]/g;

/** Old forms of kanji, each before its present form. */
const oldAndPresent =
  "國国學学縣県澤沢靜静瀧滝龍竜圓円寶宝壽寿豐豊綠緑鐵鉄眞真德徳廣広實実榮栄會会號号濱浜邊辺齋斎齊斉藥薬萬万惠恵來来淺浅關関獨独曉暁檢検櫻桜藪薮峯峰嶋島嶽岳驛駅";

const presentForms = new Map(
  Array.from(oldAndPresent.matchAll(/(.)(.)/g), ([, old = "", present = ""]) => [old, present]),
);

/** Replaces old forms of kanji by their present forms. */
function presentKanji(text: string): string {
  return text.replace(/\p{Script=Han}/gu, (letter) => presentForms.get(letter) ?? letter);
}

/**
 * Returns a text without Latin accents; Japanese voicing marks stay, because they distinguish
 * names.
 */
function withoutLatinAccents(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC");
}

/**
 * Returns a normalised text, except that spellings of romaji still differ: unifying them would turn
 * one typo into two.
 */
export function foldLetters(text: string): string {
  const visible = withoutInvisible(text.normalize("NFKC"));
  const plain = withoutLatinAccents(hiragana(presentKanji(visible).toLowerCase()));
  return plain.replace(leftOut, "");
}

/** Returns a name or query in normal form, which is equal for all spellings of the same name. */
export function fold(text: string): string {
  return romaji.reduce(
    (folded, [pattern, spelling]) => folded.replace(pattern, spelling),
    foldLetters(text),
  );
}
