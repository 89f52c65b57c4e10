/** Usual written forms of line codes and register numbers. */

/** Prefixes of line codes as the stations write them, with their romanisation. */
const romanised: Readonly<Record<string, string>> = {
  枕崎: "Makurazaki",
  宮崎: "Miyazaki",
  埼玉: "Saitama",
  金谷: "Kanaya",
  奈良: "Nara",
  京研: "Kyoken",
  国茶: "Kokucha",
  平野: "Hirano",
  小山: "Koyama",
  森園: "Morizono",
  福: "Fuku",
  静: "Shizu",
};

/** Returns whether a name is a code of breeders, which is an alias with a digit. */
export function isCode(alias: string): boolean {
  return /[0-9]/.test(alias);
}

/**
 * Returns the written forms of a code: "枕崎9号" is also written without 号, and in Latin letters with
 * or without "No.". A code with a remark in parentheses has no other forms, because another record
 * has the code without the remark.
 */
export function formsOfCode(code: string): readonly string[] {
  const [, prefix = "", number = ""] = /^(\D+?)(\d+)号?$/.exec(code) ?? [];
  const latin = romanised[prefix];
  return [
    code,
    ...(number === "" ? [] : [prefix + number]),
    ...(latin === undefined ? [] : [`${latin} ${number}`, `${latin} No. ${number}`]),
  ];
}

/** Returns the spellings of a Norin number that readers type, in both languages. */
export function formsOfNorin(number: number): readonly string[] {
  return [
    ...["茶農林", "農林", "茶農林第", "農林第"].flatMap((name) => [
      `${name}${number}号`,
      `${name}${number}`,
    ]),
    ...["Norin", "Cha Norin", "Tea Norin"].flatMap((name) => [
      `${name} ${number}`,
      `${name} No. ${number}`,
      `${name} No ${number} go`,
    ]),
    `Norin ${number} go`,
    `${number}`,
  ];
}

/** Returns the short spellings of the name of a parental line, "Cha Chukanbohon Nou 6"; none for others. */
export function formsOfParentalLine(nameEn: string): readonly string[] {
  const number = /^Cha Chukanbohon Nou (\d+)$/.exec(nameEn)?.[1];
  if (number === undefined) return [];
  const latin = ["Nou", "Cha Nou", "Chukanbohon", "Cha Chukanbohon", "Chukanbohon Nou"];
  const japanese = ["農", "中間母本", "中間母本農", "茶中間母本"];
  return [
    ...latin.map((name) => `${name} ${number}`),
    ...japanese.flatMap((name) => [`${name}${number}`, `${name}${number}号`]),
  ];
}

/** Returns the spellings of the number of an application for a plant variety right. */
export function formsOfApplication(number: string): readonly string[] {
  return [
    number,
    `第${number}号`,
    `${number}号`,
    `出願番号${number}`,
    `出願番号第${number}号`,
    `Application ${number}`,
    `Application No. ${number}`,
  ];
}

/** Returns the spellings of a number in the register of plant varieties that readers type. */
export function formsOfRegister(number: string): readonly string[] {
  return [
    number,
    `No. ${number}`,
    `第${number}号`,
    `${number}号`,
    `登録番号${number}`,
    `品種登録${number}`,
    `品種登録第${number}号`,
    `登録第${number}号`,
    `PVP ${number}`,
    `Register No. ${number}`,
  ];
}
