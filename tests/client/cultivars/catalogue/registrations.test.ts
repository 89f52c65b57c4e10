/** Text of the registration of a record, on its page and on its card. */
import { describe, expect, test } from "vitest";
import { ids, index, viewIn } from "../../catalogue.ts";
import { eachLanguage } from "../../messages.ts";

describe("registration text", () => {
  test.each([
    [
      "named nationally and protected later: two events, two years",
      "saemidori",
      ["茶農林40号として命名（1990年）", "種苗法による品種登録 第2881号（1991年）"],
      "1990年（茶農林としての命名）",
    ],
    [
      "named nationally and applied for: two lines, so that the filter finds the application",
      "yumekaori",
      ["茶農林54号として命名（2006年）", "種苗法による出願公表（登録は確認できていません）"],
      "2006年（茶農林としての命名）",
    ],
    [
      "protected under a number that is not known",
      "yumewakaba",
      ["茶農林53号として命名（2006年）", "種苗法による品種登録（2008年）"],
      "2006年（茶農林としての命名）",
    ],
    [
      "named nationally and nothing else",
      "yabukita",
      ["茶農林6号として命名（1953年）"],
      "1953年（茶農林としての命名）",
    ],
    [
      "protected alone",
      "hoshinomidori",
      ["種苗法による品種登録 第71号（1981年）"],
      "1981年（種苗法による登録）",
    ],
    [
      "protected, number not known",
      "fujikaori",
      ["種苗法による品種登録（1996年）"],
      "1996年（種苗法による登録）",
    ],
    [
      "applied for, no grant found",
      "shizuyutaka",
      ["種苗法による出願公表（登録は確認できていません）"],
      "不明",
    ],
    [
      "shown by a certificate without number and year",
      "horai-kincha",
      ["種苗法の登録証を生産者が掲げています（番号と年は確認できていません）"],
      "不明",
    ],
    [
      "protected or applied for, which of them is not known",
      "cha-chukanbohon-no-4",
      ["種苗法による品種登録（番号と年は確認できていません）"],
      "不明",
    ],
    [
      "recommended by its prefecture",
      "asahi",
      ["京都府の奨励品種（1954年）"],
      "1954年（府県による奨励）",
    ],
    [
      "named by its prefecture, which is not yet a recommendation",
      "yutakamidori",
      ["鹿児島県が命名（1966年）"],
      "1966年（鹿児島県による命名）",
    ],
    [
      "named by the prefecture that bred it",
      "yamakai",
      ["静岡県が命名（1967年）"],
      "1967年（静岡県による命名）",
    ],
    [
      "selected in its prefecture, which is not yet a recommendation",
      "uji-midori",
      ["京都府で選抜を終了（1983年）"],
      "1983年（選抜の終了）",
    ],
    [
      "no registration found",
      "z1",
      ["登録の記載なし（茶農林の番号も、種苗法による品種登録も見つかっていません）"],
      "登録の記載なし",
    ],
    [
      "too little read to tell",
      "yabuminami",
      ["不明（確認できた資料だけでは、登録の有無を判断できません）"],
      "不明",
    ],
    [
      "no system known",
      "sagaramidori",
      ["不明（確認できた資料だけでは、登録の有無を判断できません）"],
      "不明",
    ],
    ["registers not searched", "saitama-7", ["不明（登録の有無は調べていません）"], "不明"],
  ])("%s: %s", (_, id, registrations, registrationYear) => {
    expect(viewIn("ja", id)).toMatchObject({ registrations, registrationYear });
  });

  test.each([
    ["saemidori", "Norin No. 40, 1990", "1990 (named in the national series)"],
    ["hoshinomidori", "Plant variety right, 1981", "1981 (plant variety right granted)"],
    ["shizuyutaka", "Plant variety right applied for", "Not known"],
    ["mk5601", "Plant variety right applied for", "Not known"],
    ["horai-kincha", "Plant variety certificate, year not found", "Not known"],
    ["cha-chukanbohon-no-4", "Plant variety register, year not found", "Not known"],
    ["asahi", "Prefectural recommendation, 1954", "1954 (recommended by its prefecture)"],
    ["yutakamidori", "Named by Kagoshima Prefecture, 1966", "1966 (named by Kagoshima Prefecture)"],
    ["yamakai", "Named by Shizuoka Prefecture, 1967", "1967 (named by Shizuoka Prefecture)"],
    ["uji-midori", "Selected in Kyoto Prefecture, 1983", "1983 (selection completed)"],
    ["z1", "", "No registration found"],
    ["kouju", "No registration found", "No registration found"],
    ["hidenosuke", "Registration not known", "Not known"],
    ["sagaramidori", "Registration not known", "Not known"],
    ["saitama-7", "", "Not known"],
  ])("on the card of %s is %s", (id, registration, registrationYear) => {
    expect(viewIn("en", id)).toMatchObject({ registration, registrationYear });
  });

  test.each(eachLanguage)("in %s has no placeholder or gap", (language) => {
    const lines = ids.flatMap((id) => {
      const { registrations, registration, registrationYear } = viewIn(language, id);
      return [...registrations, registration, registrationYear];
    });

    expect(
      lines.filter((line) => /\{\{|undefined|null|[（(]年|, ?$|第号|No\. ,/.test(line)),
    ).toEqual([]);
  });

  test("has the values of the filter by registration, none where it is not known", () => {
    const differing = ids.filter((id) => {
      const { lists } = viewIn("en", id);
      const values = index.en.cultivars.find((entry) => entry.id === id)?.facets.register ?? [""];
      return lists.registrations.join() !== values.join();
    });

    expect(differing).toEqual([]);
  });
});
