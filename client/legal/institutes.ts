/** Web addresses of the institutions behind the catalogue, in display order. */

export const instituteNames = [
  "naro",
  "maff",
  "hinshu",
  "shizuoka",
  "kyoto",
  "kagoshima",
  "saitama",
  "miyazaki",
  "icr",
] as const;

export type InstituteName = (typeof instituteNames)[number];

export const institutes: Readonly<Record<InstituteName, string>> = {
  naro: "https://www.naro.go.jp/",
  maff: "https://www.maff.go.jp/",
  hinshu: "https://www.hinshu2.maff.go.jp/",
  shizuoka: "https://www.pref.shizuoka.jp/sangyoshigoto/norinjimusho/1046794/1044290.html",
  kyoto: "https://www.pref.kyoto.jp/chaken/",
  kagoshima: "https://www.pref.kagoshima.jp/",
  saitama: "https://www.pref.saitama.lg.jp/b0914/chahinsyu.html",
  miyazaki: "https://www.pref.miyazaki.lg.jp/",
  icr: "https://camellia.iflora.cn/",
};
