/** Places of the 47 prefectures on a map of equal squares, and their land borders. */
import type { Prefecture } from "../../../contracts/prefectures.ts";

/** Size of the map in squares. */
export const columns = 12;
export const rows = 13;

interface Tile {
  /** From the west, from 0. */
  readonly column: number;
  /** From the north, from 0. */
  readonly row: number;
  /** The English name in lines of at most five letters, divided as its Chinese characters are. */
  readonly lines: readonly string[];
}

/** Returns the tile at a column and a row, both from 0; spaces in the name divide its lines. */
const tile = (column: number, row: number, name: string): Tile => ({
  column,
  row,
  lines: name.split(" "),
});

/** Kyushu, Shikoku and Okinawa stand apart from the main island; neighbours touch, with few exceptions. */
export const tiles: Readonly<Record<Prefecture, Tile>> = {
  hokkaido: tile(11, 0, "Hok kaido"),
  aomori: tile(10, 1, "Ao mori"),
  iwate: tile(10, 2, "Iwate"),
  miyagi: tile(10, 3, "Miya gi"),
  akita: tile(9, 2, "Akita"),
  yamagata: tile(9, 3, "Yama gata"),
  fukushima: tile(10, 4, "Fuku shima"),
  ibaraki: tile(11, 6, "Ibara ki"),
  tochigi: tile(11, 5, "Tochi gi"),
  gunma: tile(10, 5, "Gunma"),
  saitama: tile(10, 6, "Sai tama"),
  chiba: tile(11, 7, "Chiba"),
  tokyo: tile(10, 7, "Tokyo"),
  kanagawa: tile(10, 8, "Kana gawa"),
  niigata: tile(9, 4, "Nii gata"),
  toyama: tile(8, 4, "To yama"),
  ishikawa: tile(7, 4, "Ishi kawa"),
  fukui: tile(7, 5, "Fukui"),
  yamanashi: tile(9, 6, "Yama nashi"),
  nagano: tile(9, 5, "Naga no"),
  gifu: tile(8, 5, "Gifu"),
  shizuoka: tile(9, 7, "Shizu oka"),
  aichi: tile(8, 6, "Aichi"),
  mie: tile(7, 7, "Mie"),
  shiga: tile(7, 6, "Shiga"),
  kyoto: tile(6, 6, "Kyoto"),
  osaka: tile(5, 7, "Osaka"),
  hyogo: tile(5, 6, "Hyogo"),
  nara: tile(6, 7, "Nara"),
  wakayama: tile(6, 8, "Waka yama"),
  tottori: tile(4, 6, "Tot tori"),
  shimane: tile(3, 6, "Shima ne"),
  okayama: tile(4, 7, "Oka yama"),
  hiroshima: tile(3, 7, "Hiro shima"),
  yamaguchi: tile(2, 7, "Yama guchi"),
  tokushima: tile(5, 10, "Toku shima"),
  kagawa: tile(5, 9, "Ka gawa"),
  ehime: tile(4, 9, "Ehime"),
  kochi: tile(4, 10, "Kochi"),
  fukuoka: tile(1, 9, "Fuku oka"),
  saga: tile(0, 9, "Saga"),
  nagasaki: tile(0, 10, "Naga saki"),
  kumamoto: tile(1, 10, "Kuma moto"),
  oita: tile(2, 9, "Oita"),
  miyazaki: tile(2, 10, "Miya zaki"),
  kagoshima: tile(1, 11, "Kago shima"),
  okinawa: tile(0, 12, "Oki nawa"),
};

/** Each border once, at the prefecture that comes first in the official order. */
const borders: Readonly<Partial<Record<Prefecture, readonly Prefecture[]>>> = {
  aomori: ["iwate", "akita"],
  iwate: ["miyagi", "akita"],
  miyagi: ["akita", "yamagata", "fukushima"],
  akita: ["yamagata"],
  yamagata: ["fukushima", "niigata"],
  fukushima: ["ibaraki", "tochigi", "gunma", "niigata"],
  ibaraki: ["tochigi", "saitama", "chiba"],
  tochigi: ["gunma", "saitama"],
  gunma: ["saitama", "niigata", "nagano"],
  saitama: ["chiba", "tokyo", "yamanashi", "nagano"],
  chiba: ["tokyo"],
  tokyo: ["kanagawa", "yamanashi"],
  kanagawa: ["yamanashi", "shizuoka"],
  niigata: ["toyama", "nagano"],
  toyama: ["ishikawa", "nagano", "gifu"],
  ishikawa: ["fukui", "gifu"],
  fukui: ["gifu", "shiga", "kyoto"],
  yamanashi: ["nagano", "shizuoka"],
  nagano: ["gifu", "shizuoka", "aichi"],
  gifu: ["aichi", "mie", "shiga"],
  shizuoka: ["aichi"],
  aichi: ["mie"],
  mie: ["shiga", "kyoto", "nara", "wakayama"],
  shiga: ["kyoto"],
  kyoto: ["osaka", "hyogo", "nara"],
  osaka: ["hyogo", "nara", "wakayama"],
  hyogo: ["tottori", "okayama"],
  nara: ["wakayama"],
  tottori: ["shimane", "okayama", "hiroshima"],
  shimane: ["hiroshima", "yamaguchi"],
  okayama: ["hiroshima"],
  hiroshima: ["yamaguchi"],
  tokushima: ["kagawa", "ehime", "kochi"],
  kagawa: ["ehime"],
  ehime: ["kochi"],
  fukuoka: ["saga", "kumamoto", "oita"],
  saga: ["nagasaki"],
  kumamoto: ["oita", "miyazaki", "kagoshima"],
  oita: ["miyazaki"],
  miyazaki: ["kagoshima"],
};

/** Returns whether two prefectures share a land border. */
export const isBorder = (a: Prefecture, b: Prefecture): boolean =>
  Boolean(borders[a]?.includes(b) || borders[b]?.includes(a));
