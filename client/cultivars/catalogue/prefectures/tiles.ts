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
  /** The English name in at most five letters. */
  readonly short: string;
}

const tile = (column: number, row: number, short: string): Tile => ({ column, row, short });

/** Kyushu, Shikoku and Okinawa stand apart from the main island; neighbours touch, with few exceptions. */
export const tiles: Readonly<Record<Prefecture, Tile>> = {
  hokkaido: tile(11, 0, "Hokka"),
  aomori: tile(10, 1, "Aomor"),
  iwate: tile(10, 2, "Iwate"),
  miyagi: tile(10, 3, "Miyag"),
  akita: tile(9, 2, "Akita"),
  yamagata: tile(9, 3, "Ymgta"),
  fukushima: tile(10, 4, "Fukus"),
  ibaraki: tile(11, 6, "Ibara"),
  tochigi: tile(11, 5, "Tochi"),
  gunma: tile(10, 5, "Gunma"),
  saitama: tile(10, 6, "Saita"),
  chiba: tile(11, 7, "Chiba"),
  tokyo: tile(10, 7, "Tokyo"),
  kanagawa: tile(10, 8, "Kanag"),
  niigata: tile(9, 4, "Niiga"),
  toyama: tile(8, 4, "Toyam"),
  ishikawa: tile(7, 4, "Ishik"),
  fukui: tile(7, 5, "Fukui"),
  yamanashi: tile(9, 6, "Ymnsh"),
  nagano: tile(9, 5, "Nagan"),
  gifu: tile(8, 5, "Gifu"),
  shizuoka: tile(9, 7, "Shizu"),
  aichi: tile(8, 6, "Aichi"),
  mie: tile(7, 7, "Mie"),
  shiga: tile(7, 6, "Shiga"),
  kyoto: tile(6, 6, "Kyoto"),
  osaka: tile(5, 7, "Osaka"),
  hyogo: tile(5, 6, "Hyogo"),
  nara: tile(6, 7, "Nara"),
  wakayama: tile(6, 8, "Wakay"),
  tottori: tile(4, 6, "Totto"),
  shimane: tile(3, 6, "Shima"),
  okayama: tile(4, 7, "Okaya"),
  hiroshima: tile(3, 7, "Hiros"),
  yamaguchi: tile(2, 7, "Ymgch"),
  tokushima: tile(5, 10, "Tokus"),
  kagawa: tile(5, 9, "Kagaw"),
  ehime: tile(4, 9, "Ehime"),
  kochi: tile(4, 10, "Kochi"),
  fukuoka: tile(1, 9, "Fukuo"),
  saga: tile(0, 9, "Saga"),
  nagasaki: tile(0, 10, "Nagas"),
  kumamoto: tile(1, 10, "Kumam"),
  oita: tile(2, 9, "Oita"),
  miyazaki: tile(2, 10, "Miyaz"),
  kagoshima: tile(1, 11, "Kagos"),
  okinawa: tile(0, 12, "Okina"),
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

export const isBorder = (a: Prefecture, b: Prefecture): boolean =>
  Boolean(borders[a]?.includes(b) || borders[b]?.includes(a));
